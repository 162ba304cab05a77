// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#include "CHalyardThread.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Static_assert(__atomic_always_lock_free(sizeof(uint64_t), 0), "a word is read and written in one step");

struct halyard_life {
    _Atomic(int) references;
    _Atomic(bool) has_ended;
};

_Thread_local halyard_own halyard_owns[HALYARD_OWN_COUNT];
_Thread_local uint64_t halyard_thread_place_number = 0;

static _Thread_local bool is_ending = false;
static _Atomic(uint64_t) last_place = 0;
static _Atomic(uint64_t) ended_lives = 0;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static bool has_key = false;

uint64_t halyard_thread_take_place(void) {
    halyard_thread_place_number = atomic_fetch_add_explicit(&last_place, 1, memory_order_relaxed) + 1;
    return halyard_thread_place_number;
}

// Runs when a thread ends. Its slots may be freed as soon as the end is noted, so it forgets them first: reads that come after
// this, from destructors of other keys, find none and get none. Where the system frees a thread's variables first and makes them
// anew for such a read, as Apple's may, the thread begins another life, whose end is noted in the next round of destructors.
static void end(void *value) {
    halyard_life *life = value;
    for (int place = 0; place < HALYARD_OWN_COUNT; place++) halyard_owns[place] = (halyard_own){0};
    is_ending = true;
    atomic_store_explicit(&life->has_ended, true, memory_order_release);
    atomic_fetch_add_explicit(&ended_lives, 1, memory_order_release);
    halyard_life_release(life);
}

static void make_key(void) { has_key = pthread_key_create(&key, end) == 0; }

halyard_life *halyard_life_of_thread(void) {
    if (is_ending) return NULL;
    pthread_once(&once, make_key);
    if (!has_key) return NULL;
    halyard_life *life = pthread_getspecific(key);
    if (life != NULL) return life;
    life = malloc(sizeof *life);
    if (life == NULL) return NULL;
    atomic_init(&life->references, 1);
    atomic_init(&life->has_ended, false);
    if (pthread_setspecific(key, life) != 0) {
        free(life);
        return NULL;
    }
    return life;
}

void halyard_life_retain(halyard_life *life) { atomic_fetch_add_explicit(&life->references, 1, memory_order_relaxed); }

void halyard_life_release(halyard_life *life) {
    // The last one, which frees it, sees what all others did before.
    if (atomic_fetch_sub_explicit(&life->references, 1, memory_order_acq_rel) == 1) free(life);
}

bool halyard_life_has_ended(halyard_life *life) { return atomic_load_explicit(&life->has_ended, memory_order_acquire); }

uint64_t halyard_ended_lives(void) { return atomic_load_explicit(&ended_lives, memory_order_acquire); }
