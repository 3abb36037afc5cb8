internal import CurlSystem
internal import Doctor
internal import GLES
internal import PageCurl
internal import PageFilm

extension DoctorReport {
  /// The report as one object.
  ///
  /// Later versions only add keys; an unknown value is null.
  ///
  /// - `ok`, `status` (the exit status), `verdict`, `openGL`
  ///   ("none", "software", "hardware", "unknown")
  /// - `glcurl` (the version), `machine`: `kernel`, `architecture`, `processors`, `environment`
  /// - `surroundings`: `user`, `groups`, `container` (the sign of a container, or null),
  ///   `nvidiaKernel`, `nodes` (`path`, `mode`, `owner`, `group`, `driver`, `obstacle`), `vendors`
  ///   (`path`, `library`)
  /// - `accident`: null, or `end` and `steps` of a process in which a driver crashed or hung
  /// - `libraries`: `name`, `package`, `path`, `problem`; `drivers`: paths of the drivers' files
  /// - `egl`: null, or `problem`, `clientExtensions` (name to whether it is listed), `devices`
  ///   (`index`, `name`, `node`, `primaryNode`, `nvidia`, `software`, `obstacle`, `pci`, `uuid`,
  ///   `cuda`, `names` (values for `--gpu`), `sameAs` (the index of an earlier device that is the
  ///   same GPU), `extensions`)
  /// - `trials`, in the order of `--backend gpu`: `what`, `refused` (the reason, or null), `opened`
  ///   (null, or `eglVersion`, `eglVendor`, `driver`, `platform`, `node`, `glVendor`, `glRenderer`,
  ///   `glVersion`, `glslVersion`, `software` (its signs), `maxTextureSize`, `maxRenderbufferSize`,
  ///   `robust`, `timerQueries`, `drawsToFloat`, `sharesFrames`, `sharing` (why it doesn't share
  ///   frames))
  /// - `choices`: `auto`, `gpu`, `cpu`, each a renderer (`backend`, `name`, `software`, `trail`) or
  ///   `error`
  /// - `pictures`: `renderer`, `ok`, `failure`, `checks` (`what`, `ok`, `detail`)
  /// - `advice`: `finding`, `ways`
  var json: JSON {
    var members: [(String, JSON)] = []
    members.append(("ok", .bool(status == .success)))
    members.append(("status", .int(Int(status.rawValue))))
    members.append(("verdict", .string(verdict)))
    members.append(("openGL", .string(openGL.rawValue)))
    members.append(("glcurl", .string(Glcurl.version)))
    members.append(("machine", machine.json))
    members.append(("surroundings", surroundings.json))
    members.append(("accident", accident?.json ?? .null))
    members.append(("libraries", .array(diagnosis.gl?.libraries.map(\.json) ?? [])))
    members.append(("drivers", .texts(diagnosis.gl?.drivers ?? [])))
    members.append(("egl", diagnosis.gl?.json ?? .null))
    members.append(("trials", .array(diagnosis.gl?.trials.map(\.json) ?? [])))
    let choices = diagnosis.choices.map { ($0.backend.rawValue, $0.json) }
    members.append(("choices", .object(choices)))
    members.append(("pictures", .array(diagnosis.pictures.map(\.json))))
    members.append(("advice", .array(advice.map(\.json))))
    return .object(members)
  }
}

extension JSON {
  /// The text, or null.
  fileprivate static func text(_ value: String?) -> JSON { value.map(JSON.string) ?? .null }

  /// The texts, in their order.
  fileprivate static func texts(_ values: [String]) -> JSON { .array(values.map(JSON.string)) }
}

extension DoctorReport.Accident {
  fileprivate var json: JSON { .object([("end", .string(end)), ("steps", .texts(steps))]) }
}

extension DoctorAdvice {
  fileprivate var json: JSON { .object([("finding", .string(finding)), ("ways", .texts(ways))]) }
}

extension Machine {
  fileprivate var json: JSON {
    .object([
      ("kernel", .string(kernel)), ("architecture", .string(architecture)),
      ("processors", .int(processors)),
      ("environment", .object(environment.map { ($0.name, .string($0.value)) })),
    ])
  }
}

extension Surroundings {
  fileprivate var json: JSON {
    .object([
      ("user", .string(user.name)), ("groups", .texts(user.groups)),
      ("container", .text(container)), ("nvidiaKernel", .text(nvidiaKernel)),
      (
        "nodes",
        .array(
          nodes.map { node in
            .object([
              ("path", .string(node.path)), ("mode", .string(String(node.mode, radix: 8))),
              ("owner", .string(node.owner)), ("group", .string(node.group)),
              ("driver", .text(node.driver)), ("obstacle", .text(node.obstacle)),
            ])
          })
      ),
      (
        "vendors",
        .array(
          vendors.map { .object([("path", .string($0.path)), ("library", .text($0.library))]) })
      ),
    ])
  }
}

extension LibraryFile {
  fileprivate var json: JSON {
    .object([
      ("name", .string(name)), ("package", .string(package)), ("path", .text(path)),
      ("problem", .text(problem)),
    ])
  }
}

extension Examination {
  fileprivate var json: JSON {
    .object([
      ("problem", .text(problem)),
      ("clientExtensions", .object(clientExtensions.map { ($0.name, .bool($0.isListed)) })),
      ("devices", .array(devices.map(\.json))),
    ])
  }
}

extension DeviceFacts {
  fileprivate var json: JSON {
    .object([
      ("index", .int(index)), ("name", .text(name)), ("node", .text(node)),
      ("primaryNode", .text(primaryNode)), ("nvidia", .bool(isNVIDIA)),
      ("software", .bool(!softwareSigns.isEmpty)), ("obstacle", .text(obstacle)),
      ("pci", .text(identity.pci)), ("uuid", .text(identity.uuid)),
      ("cuda", identity.cuda.map(JSON.int) ?? .null), ("names", .texts(names)),
      ("sameAs", twin.map(JSON.int) ?? .null), ("extensions", .texts(extensions)),
    ])
  }
}

extension Trial {
  fileprivate var json: JSON {
    .object([
      ("what", .string(what)), ("refused", .text(refusal)), ("opened", opened?.json ?? .null),
    ])
  }
}

extension OpenedContext {
  fileprivate var json: JSON {
    let able = capabilities
    return .object([
      ("eglVersion", .string(able.eglVersion)), ("eglVendor", .string(able.eglVendor)),
      ("driver", .text(driver)), ("platform", .string(able.platform.rawValue)),
      ("node", .text(able.node)), ("glVendor", .string(able.vendor)),
      ("glRenderer", .string(able.renderer)), ("glVersion", .string(able.version)),
      ("glslVersion", .string(shadingLanguage)),
      ("software", .array(able.softwareSigns.map { .string($0.rawValue) })),
      ("maxTextureSize", .int(able.maxTextureSize)),
      ("maxRenderbufferSize", .int(able.maxRenderbufferSize)), ("robust", .bool(able.isRobust)),
      ("timerQueries", .bool(hasTimerQueries)), ("sharesFrames", .bool(sharingProblem == nil)),
      ("sharing", .text(sharingProblem)), ("drawsToFloat", .bool(able.drawsToFloat)),
    ])
  }
}

extension Diagnosis.Choice {
  fileprivate var json: JSON {
    switch result {
    case .success(let info): info.json
    case .failure(let error): .object([("error", .string(error.message))])
    }
  }
}

extension PictureReport {
  fileprivate var json: JSON {
    .object([
      ("renderer", renderer.json), ("ok", .bool(isRight)), ("failure", .text(failure)),
      ("checks", .array(findings.map(\.json))),
    ])
  }
}

extension PictureReport.Finding {
  fileprivate var json: JSON {
    .object([("what", .string(what)), ("ok", .bool(isRight)), ("detail", .string(detail))])
  }
}
