// The declarations of Apple's C libraries that Halyard uses, written from their manual pages and the documentation of
// os_unfair_lock (https://developer.apple.com/documentation/os/os_unfair_lock). Only types and names matter, because nothing is
// linked or run.

#include <stddef.h>
#include <stdint.h>

typedef long time_t;
typedef long ssize_t;
typedef int32_t pid_t;
typedef uint16_t mode_t;
typedef int32_t dev_t;
typedef uint64_t ino_t;
typedef int64_t off_t;
typedef uint32_t uid_t;
typedef uint32_t gid_t;
typedef uint32_t useconds_t;
typedef uint16_t nlink_t;

// clock_gettime(3)
struct timespec {
    time_t tv_sec;
    long tv_nsec;
};
typedef enum { CLOCK_REALTIME = 0, CLOCK_MONOTONIC = 6, CLOCK_UPTIME_RAW = 8 } clockid_t;
int clock_gettime(clockid_t, struct timespec *_Nonnull);

// getenv(3), getcwd(3), gethostname(3), malloc(3), memchr(3), strerror(3)
char *_Nullable getenv(const char *_Nonnull);
char *_Nullable getcwd(char *_Nullable, size_t);
int gethostname(char *_Nonnull, size_t);
void free(void *_Nullable);
void *_Nullable memchr(const void *_Nonnull, int, size_t);
char *_Nonnull strerror(int);

// open(2), fcntl(2), flock(2), intro(2)
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_APPEND 0x0008
#define O_CREAT 0x0200
#define O_EXCL 0x0800
#define O_NONBLOCK 0x00000004
#define O_NOFOLLOW 0x00000100
#define O_DIRECTORY 0x00100000
#define O_NOCTTY 0x00020000
#define O_CLOEXEC 0x01000000
#define F_GETFL 3
#define F_SETFL 4
#define F_FULLFSYNC 51
#define LOCK_EX 2
#define LOCK_NB 4
#define PATH_MAX 1024
#define AT_FDCWD (-2)
#define AT_SYMLINK_NOFOLLOW 0x0020
#define STDERR_FILENO 2
#define ENOENT 2
#define EINTR 4
#define EEXIST 17
#define ENOTDIR 20
#define EWOULDBLOCK 35
#define ELOOP 62
ssize_t read(int, void *_Nullable, size_t);
ssize_t write(int, const void *_Nullable, size_t);
int close(int);
int fsync(int);
int flock(int, int);
int unlinkat(int, const char *_Nonnull, int);
int renameat(int, const char *_Nonnull, int, const char *_Nonnull);
int mkdirat(int, const char *_Nonnull, mode_t);
int chmod(const char *_Nonnull, mode_t);
ssize_t readlink(const char *_Nonnull, char *_Nullable, size_t);
int usleep(useconds_t);

// stat(2): the times have names such as st_mtimespec, unlike st_mtim on Linux.
struct stat {
    dev_t st_dev;
    mode_t st_mode;
    nlink_t st_nlink;
    ino_t st_ino;
    uid_t st_uid;
    gid_t st_gid;
    dev_t st_rdev;
    struct timespec st_atimespec;
    struct timespec st_mtimespec;
    struct timespec st_ctimespec;
    struct timespec st_birthtimespec;
    off_t st_size;
    int64_t st_blocks;
    int32_t st_blksize;
    uint32_t st_flags;
    uint32_t st_gen;
    int32_t st_lspare;
    int64_t st_qspare[2];
};
#define S_IFMT 0170000
#define S_IFIFO 0010000
#define S_IFCHR 0020000
#define S_IFDIR 0040000
#define S_IFBLK 0060000
#define S_IFREG 0100000
#define S_IFLNK 0120000
#define S_IFSOCK 0140000
#define S_IWGRP 0000020
#define S_IWOTH 0000002
#define S_ISVTX 0001000
int stat(const char *_Nonnull, struct stat *_Nonnull);
int fstat(int, struct stat *_Nonnull);
int fstatat(int, const char *_Nonnull, struct stat *_Nonnull, int);
int utimensat(int, const char *_Nonnull, const struct timespec *_Nullable, int)
    __attribute__((availability(macos, introduced = 10.13), availability(ios, introduced = 11.0)));

// directory(3)
struct dirent {
    uint64_t d_ino;
    uint64_t d_seekoff;
    uint16_t d_reclen;
    uint16_t d_namlen;
    uint8_t d_type;
    char d_name[1024];
};
typedef struct _opaqueDIR {
    int fd;
} DIR;
DIR *_Nullable fdopendir(int);
int closedir(DIR *_Nonnull);
struct dirent *_Nullable readdir(DIR *_Nonnull);

// getpid(2), uname(3), sysctl(3), pthread_main_np(3)
pid_t getpid(void);
uid_t geteuid(void);
struct utsname {
    char sysname[256];
    char nodename[256];
    char release[256];
    char version[256];
    char machine[256];
};
int uname(struct utsname *_Nonnull);
int sysctlbyname(const char *_Nonnull, void *_Nullable, size_t *_Nullable, void *_Nullable, size_t);
int pthread_main_np(void);

// pthread_create(3), pthread_attr_init(3), pthread_attr_setdetachstate(3)
typedef struct _opaque_pthread_t {
    long sig;
} *pthread_t;
typedef struct {
    long sig;
    char opaque[56];
} pthread_attr_t;
#define PTHREAD_CREATE_DETACHED 2
int pthread_attr_init(pthread_attr_t *_Nonnull);
int pthread_attr_destroy(pthread_attr_t *_Nonnull);
int pthread_attr_setdetachstate(pthread_attr_t *_Nonnull, int);
int pthread_create(
    pthread_t _Nullable *_Nonnull, const pthread_attr_t *_Nullable, void *_Nullable (*_Nonnull)(void *_Nonnull),
    void *_Nullable);

// https://developer.apple.com/documentation/os/os_unfair_lock
typedef struct os_unfair_lock_s {
    uint32_t _os_unfair_lock_opaque;
} os_unfair_lock, *os_unfair_lock_t;
void os_unfair_lock_lock(os_unfair_lock_t _Nonnull lock) __attribute__((availability(ios, introduced = 10.0)));
_Bool os_unfair_lock_trylock(os_unfair_lock_t _Nonnull lock) __attribute__((availability(ios, introduced = 10.0)));
void os_unfair_lock_unlock(os_unfair_lock_t _Nonnull lock) __attribute__((availability(ios, introduced = 10.0)));
