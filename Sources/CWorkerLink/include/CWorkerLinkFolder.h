// Files inside a folder, by names that come from outside. Functions return a descriptor that is closed on exec,
// or -1 and set errno.
#ifndef CWORKERLINK_FOLDER_H
#define CWORKERLINK_FOLDER_H

// Opens a folder, only to open what is inside it.
int worker_link_folder(const char *path);

// Opens a file or a folder inside `folder` for reading, without following a symbolic link and without waiting,
// as opening a FIFO would. `path` must not be empty, absolute, or have an empty part, `.` or `..`.
int worker_link_open_beneath(int folder, const char *path);

// The same in a way that works before Linux 5.6, too.
int worker_link_open_beneath_by_parts(int folder, const char *path);

#endif
