// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#include "library.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

// CURL_GLOBAL_ALL
enum { global_all = 3 };

struct version_info {
    int age;
    const char *version;
    unsigned int number;
    const char *host;
    int features;
};

// Loading a function pointer through a data pointer is what POSIX (dlsym) asks for.
#define LOAD(name)                                                        \
    do {                                                                  \
        *(void **)&curl->name = dlsym(library, "curl_" #name);            \
        if (curl->name == NULL && missing == NULL) missing = "curl_" #name; \
    } while (0)

halyard_curl *halyard_curl_load(const char *name, char *problem, size_t problem_size) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        const char *text = dlerror();
        snprintf(problem, problem_size, "%s", text == NULL ? "the loader gives no reason" : text);
        return NULL;
    }
    halyard_curl *curl = calloc(1, sizeof(halyard_curl));
    if (curl == NULL) {
        snprintf(problem, problem_size, "no memory");
        return NULL;
    }
    const char *missing = NULL;
    LOAD(global_init);
    LOAD(version_info);
    LOAD(easy_strerror);
    LOAD(multi_strerror);
    LOAD(easy_init);
    LOAD(easy_cleanup);
    LOAD(easy_reset);
    LOAD(easy_setopt);
    LOAD(easy_getinfo);
    LOAD(easy_pause);
    LOAD(slist_append);
    LOAD(slist_free_all);
    LOAD(multi_init);
    LOAD(multi_cleanup);
    LOAD(multi_add_handle);
    LOAD(multi_remove_handle);
    LOAD(multi_perform);
    LOAD(multi_poll);
    LOAD(multi_wakeup);
    LOAD(multi_info_read);
    const struct version_info *info = curl->version_info == NULL ? NULL : curl->version_info(0);
    if (info != NULL) {
        curl->version = info->version;
        curl->number = info->number;
        curl->features = (uint32_t)info->features;
    }
    if (missing != NULL) {
        snprintf(
            problem, problem_size, "version %s has no function %s", info == NULL ? "unknown" : info->version, missing);
        free(curl);
        return NULL;
    }
    int result = curl->global_init(global_all);
    if (result != 0) {
        snprintf(problem, problem_size, "curl_global_init: %s", curl->easy_strerror(result));
        free(curl);
        return NULL;
    }
    return curl;
}

#endif
