// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// The loader prefers a program's symbols to a library's, so calls from the Swift runtime and the library under test end here.
#define _GNU_SOURCE
#include "CInterposer.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void *_Block_copy(const void *block);
extern void _Block_release(const void *block);
extern const char *dispatch_queue_get_label(void *queue);

static interposer_take taker;
static interposer_step stepper;
static pthread_t simulated;

void interposer_install(interposer_take take, interposer_step step) {
    taker = take;
    stepper = step;
    simulated = pthread_self();
}

// The drop-in clients' queues and the main queue keep their order. All other queues run several jobs at a time.
static const void *serial(void *queue) {
    const char *label = dispatch_queue_get_label(queue);
    const char *names[] = {"halyard.ld-client", "halyard.unleash-client", "com.apple.main-thread"};
    for (int i = 0; i < 3; i++) {
        if (!strncmp(label, names[i], strlen(names[i]))) return queue;
    }
    return NULL;
}

static void *original(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) {
        fprintf(stderr, "%s is missing\n", name);
        abort();
    }
    return found;
}

// The start of every block's layout.
struct block {
    void *isa;
    int32_t flags;
    int32_t reserved;
    void (*invoke)(void *);
};

static void call_block(void *context) {
    struct block *block = context;
    block->invoke(block);
    _Block_release(block);
}

void interposer_flush_lines(void) { setvbuf(stdout, NULL, _IOLBF, 0); }

void dispatch_async(void *queue, void *block) {
    if (taker) {
        taker(serial(queue), call_block, _Block_copy(block));
        return;
    }
    ((void (*)(void *, void *))original("dispatch_async"))(queue, block);
}

void dispatch_async_f(void *queue, void *context, void (*function)(void *)) {
    if (taker) {
        taker(serial(queue), function, context);
        return;
    }
    ((void (*)(void *, void *, void (*)(void *)))original("dispatch_async_f"))(queue, context, function);
}

// All work runs on one thread, so the thread that waits for a queue is also the thread that would run the queue's work.
void dispatch_sync(void *queue, void *block) {
    if (taker) {
        ((struct block *)block)->invoke(block);
        return;
    }
    ((void (*)(void *, void *))original("dispatch_sync"))(queue, block);
}

// The caller can be on any queue, because the queues don't run any work.
void dispatch_assert_queue(void *queue) {
    if (!taker) ((void (*)(void *))original("dispatch_assert_queue"))(queue);
}

static void refuse(const char *name) {
    fprintf(stderr, "%s in the simulation: Code waits for the real clock. Use virtual time.\n", name);
    abort();
}

void dispatch_after(uint64_t when, void *queue, void *block) {
    if (taker) refuse("dispatch_after");
    ((void (*)(uint64_t, void *, void *))original("dispatch_after"))(when, queue, block);
}

void dispatch_after_f(uint64_t when, void *queue, void *context, void (*function)(void *)) {
    if (taker) refuse("dispatch_after_f");
    ((void (*)(uint64_t, void *, void *, void (*)(void *)))original("dispatch_after_f"))(when, queue, context, function);
}

// Other work runs while the simulated thread waits. If no work is ready, the wait times out. libdispatch's own threads also wait
// here.
intptr_t dispatch_semaphore_wait(void *semaphore, uint64_t deadline) {
    intptr_t (*wait)(void *, uint64_t) = (intptr_t (*)(void *, uint64_t))original("dispatch_semaphore_wait");
    if (!taker || !pthread_equal(pthread_self(), simulated)) return wait(semaphore, deadline);
    while (wait(semaphore, 0)) {
        if (stepper()) continue;
        if (deadline == ~0ull) refuse("dispatch_semaphore_wait");
        return 1;
    }
    return 0;
}
