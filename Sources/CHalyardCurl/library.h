// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#include "CHalyardCurl.h"

#if defined(__linux__)

struct version_info;

// As libcurl declares it.
struct message {
    int kind;
    halyard_curl_easy *easy;
    union {
        void *unused;
        int result;
    } data;
};

struct halyard_curl {
    const char *version;
    uint32_t number;
    uint32_t features;
    int (*global_init)(long);
    const struct version_info *(*version_info)(int);
    const char *(*easy_strerror)(int);
    const char *(*multi_strerror)(int);
    halyard_curl_easy *(*easy_init)(void);
    void (*easy_cleanup)(halyard_curl_easy *);
    void (*easy_reset)(halyard_curl_easy *);
    int (*easy_setopt)(halyard_curl_easy *, int, ...);
    int (*easy_getinfo)(halyard_curl_easy *, int, ...);
    int (*easy_pause)(halyard_curl_easy *, int);
    halyard_curl_list *(*slist_append)(halyard_curl_list *, const char *);
    void (*slist_free_all)(halyard_curl_list *);
    halyard_curl_multi *(*multi_init)(void);
    int (*multi_cleanup)(halyard_curl_multi *);
    int (*multi_add_handle)(halyard_curl_multi *, halyard_curl_easy *);
    int (*multi_remove_handle)(halyard_curl_multi *, halyard_curl_easy *);
    int (*multi_perform)(halyard_curl_multi *, int *);
    int (*multi_poll)(halyard_curl_multi *, void *, unsigned int, int, int *);
    int (*multi_wakeup)(halyard_curl_multi *);
    struct message *(*multi_info_read)(halyard_curl_multi *, int *);
};

#endif
