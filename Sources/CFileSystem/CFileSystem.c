#define _GNU_SOURCE
#include "CFileSystem.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

const int fs_current_folder = AT_FDCWD;

// Makes a call again as long as a signal interrupts it, and turns -1 into the negated errno.
#define WITHOUT_INTERRUPTION(call)                                                                                    \
  ({                                                                                                                  \
    __typeof__(call) outcome;                                                                                         \
    do outcome = (call);                                                                                              \
    while (outcome == -1 && errno == EINTR);                                                                          \
    outcome == -1 ? -errno : outcome;                                                                                 \
  })

// ---- Status

static int64_t nanoseconds(struct statx_timestamp time) {
  // Wraps on a time stamp that no clock ever wrote, rather than being undefined there.
  return (int64_t)((uint64_t)time.tv_sec * 1000000000u + time.tv_nsec);
}

int fs_status_at(int folder, const char *name, int forced, struct fs_status *status) {
  struct statx entry;
  unsigned wanted = STATX_BASIC_STATS;
#ifdef STATX_MNT_ID
  wanted |= STATX_MNT_ID;
#endif
  int flags = AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT | (*name ? 0 : AT_EMPTY_PATH) | (forced ? AT_STATX_FORCE_SYNC : 0);
  int result = WITHOUT_INTERRUPTION(statx(folder, name, flags, wanted, &entry));
  if (result < 0) return result;
  status->mode = entry.stx_mode;
  status->owner = entry.stx_uid;
  status->group = entry.stx_gid;
  status->link_count = entry.stx_nlink;
  status->device = ((uint64_t)entry.stx_dev_major << 32) | entry.stx_dev_minor;
  status->inode = entry.stx_ino;
  status->size = (int64_t)entry.stx_size;
  status->allocated = (int64_t)(entry.stx_blocks * 512);
  status->modified = nanoseconds(entry.stx_mtime);
  status->changed = nanoseconds(entry.stx_ctime);
  status->mount_id = status->device;
#ifdef STATX_MNT_ID
  if (entry.stx_mask & STATX_MNT_ID) status->mount_id = entry.stx_mnt_id;
#endif
  return 0;
}

// ---- Folders and files

static int folder_flags(int for_reading) {
  return O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | (for_reading ? O_RDONLY : O_PATH);
}

int fs_open_folder_at(int folder, const char *name, int for_reading) {
  int file = WITHOUT_INTERRUPTION(openat(folder, name, folder_flags(for_reading)));
  if (file == -ENOTDIR) {
    // O_DIRECTORY answers ENOTDIR for a symbolic link as well: tell the two apart.
    struct fs_status status;
    if (fs_status_at(folder, name, 0, &status) == 0 && S_ISLNK(status.mode)) return -ELOOP;
  }
  return file;
}

// One relative path of fewer than PATH_MAX bytes, from `folder`. Changes the bytes of `path`.
static int open_piece(int folder, char *path, int for_reading) {
  // Not O_NOFOLLOW: together with O_PATH it would open a link at the end instead of answering ELOOP.
  uint64_t flags = (uint64_t)(folder_flags(for_reading) & ~O_NOFOLLOW);
  struct open_how how = {.flags = flags, .resolve = RESOLVE_NO_SYMLINKS};
  int file = (int)WITHOUT_INTERRUPTION(syscall(SYS_openat2, folder, path, &how, sizeof how));
  // ENOSYS: before Linux 5.6. EPERM: a container's seccomp filter that does not know the call.
  if (file != -ENOSYS && file != -EPERM) return file;

  int current = -1;
  char *rest = path;
  for (char *name; (name = strsep(&rest, "/"));) {
    if (!*name) continue;
    int next = fs_open_folder_at(current < 0 ? folder : current, name, rest ? 0 : for_reading);
    if (current >= 0) close(current);
    if (next < 0) return next;
    current = next;
  }
  return current >= 0 ? current : fs_open_folder_at(folder, ".", for_reading);
}

int fs_open_folder_without_symlinks(const char *path, int for_reading) {
  enum { piece_max = 3072 };
  if (*path != '/') return -EINVAL;
  int current = fs_open_folder_at(AT_FDCWD, "/", for_reading && !path[strspn(path, "/")]);
  const char *rest = path + strspn(path, "/");
  while (current >= 0 && *rest) {
    char piece[piece_max + 1];
    size_t length = strnlen(rest, piece_max + 1);
    if (length > piece_max) {
      // Cut at the last slash that fits.
      for (length = piece_max; length > 0 && rest[length] != '/'; length--) {}
      if (length == 0) {
        close(current);
        return -ENAMETOOLONG;
      }
    }
    memcpy(piece, rest, length);
    piece[length] = 0;
    rest += length;
    rest += strspn(rest, "/");
    int next = open_piece(current, piece, *rest ? 0 : for_reading);
    close(current);
    current = next;
  }
  return current;
}

int fs_open_file_at(int folder, const char *name) {
  int flags = O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY;
  // O_NOATIME is for the owner only; others get EPERM.
  int file = WITHOUT_INTERRUPTION(openat(folder, name, flags | O_NOATIME));
  return file == -EPERM ? WITHOUT_INTERRUPTION(openat(folder, name, flags)) : file;
}

int fs_create_file_at(int folder, const char *name, uint32_t mode) {
  return WITHOUT_INTERRUPTION(openat(folder, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
}

int fs_make_folder_at(int folder, const char *name, uint32_t mode) {
  return WITHOUT_INTERRUPTION(mkdirat(folder, name, mode));
}

int fs_give_at(int folder, const char *name, uint32_t owner, uint32_t group) {
  int entry = WITHOUT_INTERRUPTION(openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC));
  if (entry < 0) return entry;
  struct stat status;
  int result = WITHOUT_INTERRUPTION(fstat(entry, &status));
  if (result == 0) {
    int is_ours = status.st_uid == 0 && (S_ISDIR(status.st_mode) || (S_ISREG(status.st_mode) && status.st_nlink == 1));
    result = is_ours ? WITHOUT_INTERRUPTION(fchownat(entry, "", owner, group, AT_EMPTY_PATH)) : -EPERM;
  }
  close(entry);
  return result;
}

int fs_rename_without_replacing(int from_folder, const char *from, int to_folder, const char *to) {
  return WITHOUT_INTERRUPTION(renameat2(from_folder, from, to_folder, to, RENAME_NOREPLACE));
}

int fs_exchange(int one_folder, const char *one, int other_folder, const char *other) {
  return WITHOUT_INTERRUPTION(renameat2(one_folder, one, other_folder, other, RENAME_EXCHANGE));
}
int fs_rename(int from_folder, const char *from, int to_folder, const char *to) {
  return WITHOUT_INTERRUPTION(renameat(from_folder, from, to_folder, to));
}

int fs_link_at(int from_folder, const char *from, int to_folder, const char *to) {
  return WITHOUT_INTERRUPTION(linkat(from_folder, from, to_folder, to, 0));
}

int fs_unlink_at(int folder, const char *name) { return WITHOUT_INTERRUPTION(unlinkat(folder, name, 0)); }

int fs_may_write_into(int folder) {
  int result = WITHOUT_INTERRUPTION(faccessat(folder, ".", W_OK | X_OK, AT_EACCESS));
  return result;
}

int fs_read_folder(int folder, fs_name_visitor visit, void *context) {
  // A descriptor of its own, so that the reading position is not shared.
  int own = fs_open_folder_at(folder, ".", 1);
  if (own < 0) return own;
  DIR *stream = fdopendir(own);
  if (!stream) {
    int error = errno;
    close(own);
    return -error;
  }
  int result = 0;
  for (;;) {
    errno = 0;
    struct dirent *entry = readdir(stream);
    if (!entry) {
      result = -errno;
      break;
    }
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    if (visit(context, entry->d_name, strlen(entry->d_name)) != 0) break;
  }
  closedir(stream);
  return result;
}

int fs_create_unnamed_file_at(int folder, uint32_t mode) {
  int file = WITHOUT_INTERRUPTION(openat(folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, mode));
  if (file < 0) return file;
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  // By this name it gets its own; AT_EMPTY_PATH would ask for a capability.
  if (access(path, F_OK) == 0) return file;
  close(file);
  return -EOPNOTSUPP;
}

int fs_link_unnamed_file_at(int file, int folder, const char *name) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  return WITHOUT_INTERRUPTION(linkat(AT_FDCWD, path, folder, name, AT_SYMLINK_FOLLOW));
}

int fs_lock_file(int file) { return WITHOUT_INTERRUPTION(flock(file, LOCK_EX | LOCK_NB)); }

// ---- Bytes

int64_t fs_read(int file, void *bytes, size_t count) {
  size_t done = 0;
  while (done < count) {
    ssize_t step = WITHOUT_INTERRUPTION(read(file, (char *)bytes + done, count - done));
    if (step < 0) return step;
    if (step == 0) break;
    done += (size_t)step;
  }
  return (int64_t)done;
}

int fs_write_all(int file, const void *bytes, size_t count) {
  size_t done = 0;
  while (done < count) {
    ssize_t step = WITHOUT_INTERRUPTION(write(file, (const char *)bytes + done, count - done));
    if (step < 0) return (int)step;
    if (step == 0) return -ENOSPC;
    done += (size_t)step;
  }
  return 0;
}

// A file system that has no such thing says so in one of these ways.
static int unless_unsupported(int result) {
  if (result == 0) return 0;
  return errno == ENOTSUP || errno == ENOSYS || errno == EPERM ? 0 : -errno;
}

// Attributes in which desktops keep what people say about a file: user.xdg.tags and user.xdg.comment (freedesktop.org),
// user.baloo.rating (KDE), kMDItemUserTags and kMDItemFinderComment (macOS, through Netatalk and Samba).
static int is_tag(const char *name) {
  return strncmp(name, "user.", 5) == 0 &&
         (strcasestr(name, "tags") || strcasestr(name, "comment") || strcasestr(name, "rating"));
}

int fs_has_tags(const char *path) {
  char names[4096];
  ssize_t length = llistxattr(path, names, sizeof names);
  // With more names than that, one of them may be a tag.
  if (length < 0) return errno == ERANGE;
  for (ssize_t at = 0; at < length; at += (ssize_t)strlen(names + at) + 1)
    if (is_tag(names + at)) return 1;
  return 0;
}

// 1 where both files have the attribute with the same value, or it belongs to the place.
static int has_same_attribute(int from, int to, const char *name) {
  if (strncmp(name, "security.", 9) == 0 || strncmp(name, "trusted.", 8) == 0) return 1;
  ssize_t size = fgetxattr(from, name, NULL, 0);
  if (size < 0) return 0;
  char *one = malloc((size_t)size + 1);
  char *other = malloc((size_t)size + 1);
  int is_same = one && other && fgetxattr(from, name, one, (size_t)size) == size &&
                fgetxattr(to, name, other, (size_t)size) == size && memcmp(one, other, (size_t)size) == 0;
  free(one);
  free(other);
  return is_same;
}

// One attribute. Those of the security modules and of the system belong to the place, not to the file.
static int copy_attribute(int from, int to, const char *name) {
  if (strncmp(name, "security.", 9) == 0 || strncmp(name, "trusted.", 8) == 0) return 0;
  ssize_t size = fgetxattr(from, name, NULL, 0);
  if (size < 0) return -errno;
  char *value = malloc((size_t)size + 1);
  if (!value) return -ENOMEM;
  size = fgetxattr(from, name, value, (size_t)size);
  int result = size < 0 ? -errno : unless_unsupported(fsetxattr(to, name, value, (size_t)size, 0));
  free(value);
  return result == 0 && is_tag(name) && !has_same_attribute(from, to, name) ? -ENOTSUP : result;
}

static int copy_extended_attributes(int from, int to) {
  ssize_t length = flistxattr(from, NULL, 0);
  if (length <= 0) return length < 0 ? unless_unsupported(-1) : 0;
  char *names = malloc((size_t)length);
  if (!names) return -ENOMEM;
  length = flistxattr(from, names, (size_t)length);
  int result = length < 0 ? -errno : 0;
  for (ssize_t at = 0; result == 0 && at < length; at += (ssize_t)strlen(names + at) + 1)
    result = copy_attribute(from, to, names + at);
  free(names);
  return result;
}

int fs_copy_attributes(int from, int to, int with_times) {
  struct stat status;
  if (fstat(from, &status) != 0) return -errno;
  int result = copy_extended_attributes(from, to);
  if (result == 0) result = unless_unsupported(fchmod(to, status.st_mode & 0777));
  if (result != 0 || !with_times) return result;
  // Last, for whatever changes the file changes its times.
  struct timespec times[2] = {status.st_atim, status.st_mtim};
  return unless_unsupported(futimens(to, times));
}

int fs_take_attributes(int from, int to) {
  struct stat before, after;
  if (fstat(from, &before) != 0 || fstat(to, &after) != 0) return -errno;
  // First, for a change of the owner takes permission bits away.
  if ((before.st_uid != after.st_uid || before.st_gid != after.st_gid) && fchown(to, before.st_uid, before.st_gid) != 0)
    return -EPERM;
  int result = fs_copy_attributes(from, to, 1);
  if (result != 0) return result;
  if (fstat(to, &after) != 0) return -errno;
  if ((before.st_mode & 0777) != (after.st_mode & 0777) || before.st_mtim.tv_sec != after.st_mtim.tv_sec ||
      before.st_mtim.tv_nsec != after.st_mtim.tv_nsec)
    return -EPERM;
  ssize_t length = flistxattr(from, NULL, 0);
  // A file system without attributes has none to lose.
  if (length < 0) return errno == EOPNOTSUPP ? 0 : -EPERM;
  char *names = malloc((size_t)length + 1);
  if (!names) return -ENOMEM;
  length = flistxattr(from, names, (size_t)length);
  int is_same = length >= 0;
  for (ssize_t at = 0; is_same && at < length; at += (ssize_t)strlen(names + at) + 1)
    is_same = has_same_attribute(from, to, names + at);
  free(names);
  return is_same ? 0 : -EPERM;
}

int fs_forget_cached(int file) { return -posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED); }

int fs_sync(int file) { return WITHOUT_INTERRUPTION(fsync(file)); }

int fs_sync_file_system(int file) { return WITHOUT_INTERRUPTION(syncfs(file)); }

// Linux frees the descriptor even when close is interrupted: never call it again.
int fs_close(int file) { return close(file) == 0 ? 0 : -errno; }

int fs_space(int file, struct fs_space *space) {
  struct statvfs values;
  int result = WITHOUT_INTERRUPTION(fstatvfs(file, &values));
  if (result < 0) return result;
  space->capacity = (uint64_t)values.f_blocks * values.f_frsize;
  space->available = (uint64_t)values.f_bavail * values.f_frsize;
  space->longest_name = values.f_namemax;
  space->is_read_only = (values.f_flag & ST_RDONLY) != 0;
  struct statfs kind;
  result = WITHOUT_INTERRUPTION(fstatfs(file, &kind));
  if (result < 0) return result;
  space->kind = kind.f_type;
  return 0;
}

int fs_real_path(const char *path, char *resolved) {
  _Static_assert(fs_path_max == PATH_MAX, "the buffer of realpath(3)");
  return realpath(path, resolved) ? (int)strlen(resolved) : -errno;
}

// ---- SHA-256

// What the library holds goes with the process: taken down at its end, it would go under threads that are still at
// work.
__attribute__((constructor)) static void keep_to_the_end(void) { OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL); }

int fs_sha256(const void *bytes, size_t count, uint8_t digest[32]) {
  unsigned length = 32;
  return EVP_Digest(bytes, count, digest, &length, EVP_sha256(), NULL) == 1 ? 0 : -ENOMEM;
}

int64_t fs_sha256_of_file(int file, int64_t limit, uint8_t digest[32], void (*goes_on)(void)) {
  enum { buffer_size = 1 << 18 };
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  unsigned char *buffer = malloc(buffer_size);
  int64_t total = -ENOMEM;
  if (context && buffer && EVP_DigestInit_ex(context, EVP_sha256(), NULL) == 1) {
    total = 0;
    for (;;) {
      int64_t count = fs_read(file, buffer, buffer_size);
      if (count < 0) {
        total = count;
        break;
      }
      total += count;
      goes_on();
      if (total > limit) {
        total = -EFBIG;
        break;
      }
      if (EVP_DigestUpdate(context, buffer, (size_t)count) != 1) {
        total = -ENOMEM;
        break;
      }
      if (count < buffer_size) break;
    }
  }
  if (total >= 0 && EVP_DigestFinal_ex(context, digest, NULL) != 1) total = -ENOMEM;
  free(buffer);
  EVP_MD_CTX_free(context);
  return total;
}

struct fs_digest *fs_digest_begin(void) {
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  if (context && EVP_DigestInit_ex(context, EVP_sha256(), NULL) == 1) return (struct fs_digest *)context;
  EVP_MD_CTX_free(context);
  return NULL;
}

int fs_digest_add(struct fs_digest *digest, const void *bytes, size_t count) {
  return EVP_DigestUpdate((EVP_MD_CTX *)digest, bytes, count) == 1 ? 0 : -ENOMEM;
}

int fs_digest_end(struct fs_digest *digest, uint8_t result[32]) {
  int isWhole = EVP_DigestFinal_ex((EVP_MD_CTX *)digest, result, NULL) == 1;
  EVP_MD_CTX_free((EVP_MD_CTX *)digest);
  return isWhole ? 0 : -ENOMEM;
}

// ---- This process and its clock

int fs_local_time(int64_t seconds_since_1970, char text[20]) {
  time_t seconds = (time_t)seconds_since_1970;
  struct tm local;
  if (!localtime_r(&seconds, &local)) return -errno;
  return strftime(text, 20, "%Y-%m-%dT%H:%M:%S", &local) == 19 ? 0 : -EOVERFLOW;
}

int64_t fs_seconds_since_1970(void) { return (int64_t)time(NULL); }

uint32_t fs_user_id(void) { return (uint32_t)geteuid(); }

int fs_process_id(void) { return (int)getpid(); }

static char **arguments;

// The C library hands every constructor what main gets.
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
  (void)count;
  arguments = values;
}

char **fs_arguments(void) { return arguments; }
