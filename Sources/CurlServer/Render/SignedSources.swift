#if Server
/// What signed paths may draw from, and who signs them.
package struct SignedSources: Sendable {
  package let folder: SourceFolder
  package let keys: SignKeys

  package init(folder: SourceFolder, keys: SignKeys) { (self.folder, self.keys) = (folder, keys) }
}
#endif
