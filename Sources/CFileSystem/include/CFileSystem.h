// The Linux file-system calls that Swift cannot import, each as one plain function.
//
// Every function returns 0 or a useful non-negative number (a descriptor, a count), or the negated errno.
// Calls interrupted by a signal are made again. No function follows a symbolic link in the last component,
// and those named "without symlinks" follow none at all.
#ifndef CFILESYSTEM_H
#define CFILESYSTEM_H

#include <stddef.h>
#include <stdint.h>

// Stands for "the current folder" where a folder descriptor is asked for; absolute paths ignore it.
extern const int fs_current_folder;

// The result of statx(2) for one entry.
struct fs_status {
  uint32_t mode;         // type and permission bits, as st_mode
  uint32_t owner;
  uint32_t group;
  uint32_t link_count;
  uint64_t device;       // st_dev
  uint64_t inode;
  int64_t size;          // bytes
  int64_t allocated;     // bytes on the disk, less than size where the file has holes
  int64_t modified;      // nanoseconds since 1970
  int64_t changed;       // nanoseconds since 1970
  uint64_t mount_id;     // tells bind mounts of one file system apart; equals device where the kernel has none
};

// statx(2) of `name` in `folder`, never following a symbolic link; an empty name means `folder` itself. `forced` asks a
// network or FUSE file system itself, past the attributes that the kernel remembers (AT_STATX_FORCE_SYNC).
int fs_status_at(int folder, const char *name, int forced, struct fs_status *status);

// Opens the absolute folder `path` with O_DIRECTORY, following no symbolic link in any component: openat2(2) with
// RESOLVE_NO_SYMLINKS, or component by component with O_NOFOLLOW where the kernel has no openat2. Longer than
// PATH_MAX is fine. `for_reading` 0 gives an O_PATH descriptor, which needs no read permission.
// -ELOOP: a symbolic link stands in the way.
int fs_open_folder_without_symlinks(const char *path, int for_reading);

// openat(2) of the folder `name` inside `folder`: O_RDONLY | O_DIRECTORY | O_NOFOLLOW, or O_PATH if not `for_reading`.
int fs_open_folder_at(int folder, const char *name, int for_reading);

// openat(2) of a file to read: O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY, and O_NOATIME where allowed.
int fs_open_file_at(int folder, const char *name);

// openat(2) with O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW; the umask takes from `mode` what it takes.
int fs_create_file_at(int folder, const char *name, uint32_t mode);

// mkdirat(2).
int fs_make_folder_at(int folder, const char *name, uint32_t mode);

// fchownat(2) of the file or folder `name`, which must belong to root and, if a file, have no other name; a `group` of
// UINT32_MAX stays. -EPERM: it is something else. Opens nothing for reading, so that no lock of this process is lost.
int fs_give_at(int folder, const char *name, uint32_t owner, uint32_t group);

// renameat2(2) with RENAME_NOREPLACE. -EINVAL: this file system cannot promise it.
int fs_rename_without_replacing(int from_folder, const char *from, int to_folder, const char *to);

// renameat2(2) with RENAME_EXCHANGE: each of two files gets the name of the other. -EINVAL: this file system cannot.
int fs_exchange(int one_folder, const char *one, int other_folder, const char *other);

// renameat(2): replaces what is there. Only for a name under which nothing can be, or a file that the caller may
// replace.
int fs_rename(int from_folder, const char *from, int to_folder, const char *to);

// linkat(2), not following a symbolic link.
int fs_link_at(int from_folder, const char *from, int to_folder, const char *to);

// unlinkat(2) of a file.
int fs_unlink_at(int folder, const char *name);

// openat(2) with O_TMPFILE | O_WRONLY: a file without a name in `folder`, which goes with its descriptor. -EOPNOTSUPP,
// among others: this file system has none, or /proc is not there, by which it could get a name.
int fs_create_unnamed_file_at(int folder, uint32_t mode);

// linkat(2) of an unnamed file: gives it a name that nothing has.
int fs_link_unnamed_file_at(int file, int folder, const char *name);

// flock(2), exclusive. -EWOULDBLOCK: another process has it.
int fs_lock_file(int file);

// faccessat(2) with AT_EACCESS: 0 if this process may write into `folder`.
int fs_may_write_into(int folder);

// Called for each name but "." and "..", in the order of the disk. Not 0 stops the reading.
typedef int (*fs_name_visitor)(void *context, const char *name, size_t length);

// Reads the names in `folder` (an O_PATH descriptor will do) and gives them to `visit`.
int fs_read_folder(int folder, fs_name_visitor visit, void *context);

// read(2) until `count` bytes are there or the file ends. Returns the number of bytes.
int64_t fs_read(int file, void *bytes, size_t count);

// write(2) until all is written.
int fs_write_all(int file, const void *bytes, size_t count);

// Gives the open file `to` the extended attributes (but for those of the system) and the permission bits of `from`, and
// its times where these are asked for. Attributes that its file system lacks are left out, but for what people say about
// the file: -ENOTSUP. Any other error is returned.
int fs_copy_attributes(int from, int to, int with_times);

// 1 where a file, which is not followed as a link, has attributes in which desktops keep tags, stars or comments of people,
// or may have them; 0 also where it cannot be asked.
int fs_has_tags(const char *path);
// Gives the open file `to` the owner and the group of `from` as well, and compares: -EPERM where anything differs.
int fs_take_attributes(int from, int to);

// posix_fadvise(2) with POSIX_FADV_DONTNEED: what is read next comes from the file system, not from the page cache.
int fs_forget_cached(int file);

// fsync(2). For a folder it makes its names durable.
int fs_sync(int file);

// syncfs(2): everything on the file system of `file`.
int fs_sync_file_system(int file);

int fs_close(int file);

// The result of statvfs(3) for the file system of a descriptor.
struct fs_space {
  uint64_t capacity;     // bytes
  uint64_t available;    // bytes that this user may still write
  uint64_t longest_name; // bytes; 0 where unknown
  int64_t kind;          // f_type of statfs(2), such as EXT4_SUPER_MAGIC
  int is_read_only;
};

// fstatvfs(3), and fstatfs(2) for the kind.
int fs_space(int file, struct fs_space *space);

// realpath(3) into `resolved`, which holds PATH_MAX bytes. Returns its length.
int fs_real_path(const char *path, char *resolved);
enum { fs_path_max = 4096 };

// SHA-256 of `count` bytes.
int fs_sha256(const void *bytes, size_t count, uint8_t digest[32]);

// SHA-256 of an open file from where it stands to its end, at most `limit` bytes. Returns how many were read;
// -EFBIG: there was more. `goes_on` is called after each piece.
int64_t fs_sha256_of_file(int file, int64_t limit, uint8_t digest[32], void (*goes_on)(void));

// SHA-256 of bytes that come in pieces. NULL where there is no memory; every begun one has to be ended once.
struct fs_digest;
struct fs_digest *fs_digest_begin(void);
int fs_digest_add(struct fs_digest *digest, const void *bytes, size_t count);
int fs_digest_end(struct fs_digest *digest, uint8_t result[32]);

// "2024-05-12T18:03:21" in the local time zone, and its NUL.
int fs_local_time(int64_t seconds_since_1970, char text[20]);

// Seconds since 1970 by the system clock.
int64_t fs_seconds_since_1970(void);

uint32_t fs_user_id(void);
int fs_process_id(void);

// The arguments of main with NULL behind them, the name of the program first. They stay where they are.
char **fs_arguments(void);

#endif
