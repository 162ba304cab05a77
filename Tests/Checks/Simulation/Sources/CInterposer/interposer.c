// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// The loader takes a program's symbol before a library's, so the Swift runtime and the library under test end here.
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

// The queues of the drop-in clients and the main one keep their order; all others run several things at a time.
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

// What every block begins with.
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

// One thread runs everything, so whoever waits for a queue is the one who would do its work.
void dispatch_sync(void *queue, void *block) {
    if (taker) {
        ((struct block *)block)->invoke(block);
        return;
    }
    ((void (*)(void *, void *))original("dispatch_sync"))(queue, block);
}

// Who asks may be on any queue, since none runs anything itself.
void dispatch_assert_queue(void *queue) {
    if (!taker) ((void (*)(void *))original("dispatch_assert_queue"))(queue);
}

static void refuse(const char *name) {
    fprintf(stderr, "%s in the simulation: something waits for a real clock\n", name);
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

// Other threads go on while one waits. When there is nothing that they could do, the time is over. libdispatch's own threads
// wait here as well.
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
