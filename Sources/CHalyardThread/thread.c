// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#include "CHalyardThread.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct halyard_life {
    _Atomic(int) references;
    _Atomic(bool) has_ended;
};

enum { UNNUMBERED = 1, ENDING = 2 };

_Thread_local uint64_t halyard_thread_number = UNNUMBERED;

_Thread_local uint64_t halyard_thread_place_number = 0;

static _Atomic(uint64_t) last_place = 0;
static _Atomic(uint64_t) last_number = ENDING;
static _Atomic(uint64_t) ended_lives = 0;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static bool has_key = false;

// Runs when a thread ends. Reads that come after it, from destructors of other keys, find a thread without a number.
// Where the system frees a thread's variables first and makes them anew for such a read, as Apple's may, the thread begins
// another life; its end is reported in the next round of destructors.
static void end(void *value) {
    halyard_life *life = value;
    halyard_thread_number = ENDING;
    // Row "thread ends".
    atomic_store_explicit(&life->has_ended, true, memory_order_release);
    // Row "ends are counted".
    atomic_fetch_add_explicit(&ended_lives, 1, memory_order_release);
    halyard_life_release(life);
}

uint64_t halyard_thread_take_place(void) {
    halyard_thread_place_number = atomic_fetch_add_explicit(&last_place, 1, memory_order_relaxed) + 1;
    return halyard_thread_place_number;
}

static void make_key(void) { has_key = pthread_key_create(&key, end) == 0; }

halyard_life *halyard_life_begin(void) {
    if (halyard_thread_number == ENDING) return NULL;
    pthread_once(&once, make_key);
    if (!has_key) return NULL;
    halyard_life *life = pthread_getspecific(key);
    if (life == NULL) {
        life = malloc(sizeof *life);
        if (life == NULL) return NULL;
        atomic_init(&life->references, 1);
        atomic_init(&life->has_ended, false);
        if (pthread_setspecific(key, life) != 0) {
            free(life);
            return NULL;
        }
    }
    if (halyard_thread_number == UNNUMBERED) {
        halyard_thread_number = atomic_fetch_add_explicit(&last_number, 1, memory_order_relaxed) + 1;
    }
    atomic_fetch_add_explicit(&life->references, 1, memory_order_relaxed);
    return life;
}

// Row "end is noted".
bool halyard_life_has_ended(halyard_life *life) { return atomic_load_explicit(&life->has_ended, memory_order_acquire); }

// Row "ends are counted": the end of each life that is counted is seen by a caller that sees the count.
uint64_t halyard_ended_lives(void) { return atomic_load_explicit(&ended_lives, memory_order_acquire); }

void halyard_life_release(halyard_life *life) {
    // Row "life is given back": the last one, which frees it, sees what all others did before.
    if (atomic_fetch_sub_explicit(&life->references, 1, memory_order_acq_rel) == 1) free(life);
}
