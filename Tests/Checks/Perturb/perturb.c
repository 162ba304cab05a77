// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// A preloaded library that delays jobs, queues, timers, and thread wakeups by random times, and lets deadlines pass early, as on a
// busy machine. The loader prefers its functions to those of libdispatch and the C library. HALYARD_PERTURB_SEED determines which
// functions are slow, and is the random seed of each thread. If HALYARD_PERTURB_REPORT is set, each process appends one line to
// that file when it ends. Linux only.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const uint64_t millisecond = 1000000;
static const uint64_t second = 1000000000;

static uint64_t seed;
static atomic_ulong jobs, late_jobs, blocks, late_blocks, timers, late_timers, wakeups, late_wakeups, locks, late_locks;

// MARK: Original functions

static void *original(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) {
        fprintf(stderr, "perturb: %s is missing\n", name);
        abort();
    }
    return found;
}

// Looks up the original of a function once. Its type is that of the function with the same name.
#define ORIGINAL(name)                                               \
    ({                                                               \
        static _Atomic(void *) found;                                \
        void *function = atomic_load(&found);                        \
        if (!function) atomic_store(&found, function = original(#name)); \
        (__typeof__(&name))function;                                 \
    })

// The symbol is weak because the library is also loaded into programs without libdispatch, such as a test's shell.
#define WEAK __attribute__((weak))
extern void *_Block_copy(const void *block) WEAK;
extern void _Block_release(const void *block) WEAK;
extern uint64_t dispatch_time(uint64_t when, int64_t delta) WEAK;
extern struct dispatch_queue _dispatch_main_q WEAK;

void dispatch_async(void *queue, void *block);
void dispatch_async_f(void *queue, void *context, void (*function)(void *));
void dispatch_after(uint64_t when, void *queue, void *block);
void dispatch_after_f(uint64_t when, void *queue, void *context, void (*function)(void *));
void dispatch_source_set_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway);

// MARK: Random values

static uint64_t mix(uint64_t value) {
    value ^= value >> 30;
    value *= 0xBF58476D1CE4E5B9;
    value ^= value >> 27;
    value *= 0x94D049BB133111EB;
    return value ^ value >> 31;
}

static uint64_t draw(void) {
    static _Thread_local uint64_t state;
    static atomic_ulong threads;
    if (!state) state = mix(seed + atomic_fetch_add(&threads, 1)) | 1;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return mix(state);
}

// Returns nanoseconds below a limit in one of `odds` cases, and 0 otherwise.
static uint64_t sometimes(uint64_t odds, uint64_t limit) { return draw() % odds ? 0 : draw() % limit; }

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * second + (uint64_t)time.tv_nsec;
}

static void pause_for(uint64_t nanoseconds) {
    int error = errno;
    struct timespec time = {(time_t)(nanoseconds / second), (long)(nanoseconds % second)};
    nanosleep(&time, NULL);
    errno = error;
}

// MARK: Slow places

// Returns a delay for a function. The seed makes one function in ten slow. A slow function is up to 60 ms late each of the first 48
// times, and less often after that, so that a loop of thousands of calls still ends. Other functions are late occasionally.
static uint64_t delay_of(const void *function) {
    static atomic_uint counts[65536];
    uint64_t hash = mix(seed ^ mix((uint64_t)function));
    if (hash % 10) return sometimes(256, 4 * millisecond);
    unsigned count = atomic_fetch_add(&counts[(hash >> 32) % 65536], 1);
    return count < 48 ? draw() % (60 * millisecond) : sometimes(64, 10 * millisecond);
}

// MARK: Jobs

struct job {
    uint64_t due;
    uint64_t number;
    void *queue;
    void *context;
    void (*function)(void *);
};

// A binary heap with the next job at the top.
static struct job *heap;
static size_t heap_count, heap_capacity;
static uint64_t job_number, last_main_due;
static pthread_mutex_t heap_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t heap_changed;
static pthread_once_t heap_once = PTHREAD_ONCE_INIT;

static bool is_before(const struct job *one, const struct job *other) {
    if (one->due != other->due) return one->due < other->due;
    return one->number < other->number;
}

static void exchange(size_t one, size_t other) {
    struct job job = heap[one];
    heap[one] = heap[other];
    heap[other] = job;
}

static void push(struct job job) {
    if (heap_count == heap_capacity) {
        heap_capacity = heap_capacity ? heap_capacity * 2 : 1024;
        heap = realloc(heap, heap_capacity * sizeof(struct job));
        if (!heap) abort();
    }
    heap[heap_count] = job;
    size_t index = heap_count++;
    while (index > 0 && is_before(&heap[index], &heap[(index - 1) / 2])) {
        exchange(index, (index - 1) / 2);
        index = (index - 1) / 2;
    }
}

static struct job pop(void) {
    struct job first = heap[0];
    heap[0] = heap[--heap_count];
    size_t index = 0;
    for (;;) {
        size_t least = index;
        for (size_t child = 2 * index + 1; child <= 2 * index + 2 && child < heap_count; child++) {
            if (is_before(&heap[child], &heap[least])) least = child;
        }
        if (least == index) return first;
        exchange(index, least);
        index = least;
    }
}

static void *hand_out_jobs(void *unused) {
    ORIGINAL(pthread_mutex_lock)(&heap_mutex);
    for (;;) {
        if (heap_count == 0) {
            pthread_cond_wait(&heap_changed, &heap_mutex);
        } else if (heap[0].due > now()) {
            struct timespec until = {(time_t)(heap[0].due / second), (long)(heap[0].due % second)};
            pthread_cond_timedwait(&heap_changed, &heap_mutex, &until);
        } else {
            struct job job = pop();
            pthread_mutex_unlock(&heap_mutex);
            ORIGINAL(dispatch_async_f)(job.queue, job.context, job.function);
            ORIGINAL(pthread_mutex_lock)(&heap_mutex);
        }
    }
    return unused;
}

static void start_handing_out(void) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&heap_changed, &attributes);
    pthread_t thread;
    if (ORIGINAL(pthread_create)(&thread, NULL, hand_out_jobs, NULL)) abort();
    pthread_detach(thread);
}

// Returns whether a function that libdispatch calls runs a job of the Swift runtime.
static bool runs_swift_job(void (*function)(void *)) {
    static _Atomic(void *) runner;
    if (atomic_load(&runner) == (void *)function) return true;
    Dl_info info;
    if (!dladdr((void *)function, &info) || !info.dli_fname || !strstr(info.dli_fname, "libswift_Concurrency")) return false;
    atomic_store(&runner, (void *)function);
    return true;
}

// Returns the function that a job runs next. In the object, it follows the header, two words of the scheduler, the flags, the
// identifier, and two more words. The layout is part of Swift's stable ABI.
static const void *function_of(const void *job) { return ((void *const *)job)[7]; }

// The global executor's jobs have no order. The main executor's jobs keep their order.
static void enqueue(void *queue, void *context, void (*function)(void *)) {
    atomic_fetch_add(&jobs, 1);
    uint64_t delay = delay_of(function_of(context));
    bool is_main = queue == (void *)&_dispatch_main_q;
    if (!delay && !is_main) {
        ORIGINAL(dispatch_async_f)(queue, context, function);
        return;
    }
    if (delay) atomic_fetch_add(&late_jobs, 1);
    pthread_once(&heap_once, start_handing_out);
    ORIGINAL(pthread_mutex_lock)(&heap_mutex);
    uint64_t due = now() + delay;
    if (is_main) {
        if (due < last_main_due) due = last_main_due;
        last_main_due = due;
    }
    push((struct job){due, job_number++, queue, context, function});
    pthread_cond_signal(&heap_changed);
    pthread_mutex_unlock(&heap_mutex);
}

// MARK: Queues

// The start of every block's layout.
struct block {
    void *isa;
    int32_t flags;
    int32_t reserved;
    void (*invoke)(void *);
};

struct call {
    void (*function)(void *);
    void *context;
    uint64_t delay;
};

static void run_call(void *context) {
    struct call call = *(struct call *)context;
    free(context);
    pause_for(call.delay);
    call.function(call.context);
}

static void run_block(void *context) {
    struct block *block = context;
    block->invoke(block);
    _Block_release(block);
}

// The delay is part of the work, so that a serial queue keeps its order.
static void enqueue_late(void *queue, void *context, void (*function)(void *), uint64_t delay) {
    atomic_fetch_add(&late_blocks, 1);
    struct call *call = malloc(sizeof(struct call));
    if (!call) abort();
    *call = (struct call){function, context, delay};
    ORIGINAL(dispatch_async_f)(queue, call, run_call);
}

void dispatch_async_f(void *queue, void *context, void (*function)(void *)) {
    if (runs_swift_job(function)) {
        enqueue(queue, context, function);
        return;
    }
    atomic_fetch_add(&blocks, 1);
    uint64_t delay = delay_of((void *)function);
    if (delay) {
        enqueue_late(queue, context, function, delay);
    } else {
        ORIGINAL(dispatch_async_f)(queue, context, function);
    }
}

void dispatch_async(void *queue, void *block) {
    atomic_fetch_add(&blocks, 1);
    uint64_t delay = delay_of((void *)((struct block *)block)->invoke);
    if (delay) {
        enqueue_late(queue, _Block_copy(block), run_block, delay);
    } else {
        ORIGINAL(dispatch_async)(queue, block);
    }
}

// MARK: Timers

// On a machine that is ten times as slow, a deadline of several seconds passes when a tenth of the work is done. Therefore a wait
// of at least one second takes a tenth of its time here.
static uint64_t hasten(uint64_t when) {
    // The two highest bits specify the clock. Dates don't change.
    const uint64_t is_continuous = 1ull << 63, is_date = 1ull << 62;
    if (when & is_date) return when;
    struct timespec time;
    clock_gettime(when & is_continuous ? CLOCK_BOOTTIME : CLOCK_MONOTONIC, &time);
    uint64_t start = (uint64_t)time.tv_sec * second + (uint64_t)time.tv_nsec;
    uint64_t end = when & ~is_continuous;
    if (end < start + second) return when;
    return when - (end - start) / 10 * 9;
}

static uint64_t perturbed(uint64_t when) {
    if (when == ~0ull) return when;
    atomic_fetch_add(&timers, 1);
    when = hasten(when);
    uint64_t delay = sometimes(4, 40 * millisecond);
    if (!delay) return when;
    atomic_fetch_add(&late_timers, 1);
    return dispatch_time(when, (int64_t)delay);
}

void dispatch_after(uint64_t when, void *queue, void *block) { ORIGINAL(dispatch_after)(perturbed(when), queue, block); }

void dispatch_after_f(uint64_t when, void *queue, void *context, void (*function)(void *)) {
    ORIGINAL(dispatch_after_f)(perturbed(when), queue, context, function);
}

void dispatch_source_set_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway) {
    ORIGINAL(dispatch_source_set_timer)(source, perturbed(start), interval, leeway);
}

// MARK: Threads

static void wake_late(void) {
    atomic_fetch_add(&wakeups, 1);
    uint64_t delay = sometimes(12, 8 * millisecond);
    if (!delay) return;
    atomic_fetch_add(&late_wakeups, 1);
    pause_for(delay);
}

struct start {
    void *(*function)(void *);
    void *context;
};

static void *start_late(void *context) {
    struct start start = *(struct start *)context;
    free(context);
    wake_late();
    return start.function(start.context);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *), void *context) {
    struct start *start = malloc(sizeof(struct start));
    if (!start) return EAGAIN;
    *start = (struct start){function, context};
    int result = ORIGINAL(pthread_create)(thread, attributes, start_late, start);
    if (result) free(start);
    return result;
}

// Simulates a thread that loses the processor before it takes a lock.
int pthread_mutex_lock(pthread_mutex_t *mutex) {
    atomic_fetch_add_explicit(&locks, 1, memory_order_relaxed);
    uint64_t delay = sometimes(4096, 2 * millisecond);
    if (delay) {
        atomic_fetch_add_explicit(&late_locks, 1, memory_order_relaxed);
        pause_for(delay);
    }
    return ORIGINAL(pthread_mutex_lock)(mutex);
}

int poll(struct pollfd *files, nfds_t count, int timeout) {
    int result = ORIGINAL(poll)(files, count, timeout);
    if (timeout) wake_late();
    return result;
}

int epoll_wait(int file, struct epoll_event *events, int count, int timeout) {
    int result = ORIGINAL(epoll_wait)(file, events, count, timeout);
    if (timeout) wake_late();
    return result;
}

// libdispatch and Swift's mutexes wait with this call.
long syscall(long number, ...) {
    va_list list;
    va_start(list, number);
    long arguments[6];
    for (int i = 0; i < 6; i++) arguments[i] = va_arg(list, long);
    va_end(list);
    long result = ORIGINAL(syscall)(
        number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
    long operation = arguments[1] & FUTEX_CMD_MASK;
    if (number == SYS_futex && (operation == FUTEX_WAIT || operation == FUTEX_WAIT_BITSET)) wake_late();
    return result;
}

// MARK: The process

__attribute__((constructor)) static void begin(void) {
    const char *text = getenv("HALYARD_PERTURB_SEED");
    seed = mix(text ? strtoull(text, NULL, 10) + 1 : 1);
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("HALYARD_PERTURB_REPORT");
    if (!path || jobs + blocks == 0) return;
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0) return;
    dprintf(
        file, "jobs %lu late %lu blocks %lu late %lu timers %lu late %lu wakeups %lu late %lu locks %lu late %lu\n", jobs,
        late_jobs, blocks, late_blocks, timers, late_timers, wakeups, late_wakeups, locks, late_locks);
    close(file);
}
