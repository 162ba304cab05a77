// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// The loader takes a program's symbol before a library's, so the Swift runtime and the library under test end here.
#define _GNU_SOURCE
#include "CInterposer.h"
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

extern void *_Block_copy(const void *block);
extern void _Block_release(const void *block);

static interposer_take taker;

void interposer_install(interposer_take take) { taker = take; }

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
        taker(call_block, _Block_copy(block));
        return;
    }
    ((void (*)(void *, void *))original("dispatch_async"))(queue, block);
}

void dispatch_async_f(void *queue, void *context, void (*function)(void *)) {
    if (taker) {
        taker(function, context);
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
