// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// The functions that Halyard's C code calls, as declared by pthread(3) on Apple's systems.
#ifndef HALYARD_STUB_PTHREAD_H
#define HALYARD_STUB_PTHREAD_H

typedef unsigned long pthread_key_t;
typedef struct {
    long signature;
    char opaque[8];
} pthread_once_t;
#define PTHREAD_ONCE_INIT {0x30B1BCBA, {0}}
int pthread_once(pthread_once_t *, void (*)(void));
int pthread_key_create(pthread_key_t *, void (*)(void *));
int pthread_setspecific(pthread_key_t, const void *);
void *pthread_getspecific(pthread_key_t);

#endif
