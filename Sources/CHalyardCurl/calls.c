// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// For pthread_setname_np.
#define _GNU_SOURCE

#include "library.h"

#if defined(__linux__)

#include <pthread.h>
#include <signal.h>

// From libcurl's public numbers.
enum {
    option_seek_function = 20167,
    seek_refused = 1,
    message_done = 1,
    pause_nothing = 0,
    blob_copied = 1
};

struct blob {
    void *bytes;
    size_t count;
    unsigned int flags;
};

const char *halyard_curl_version(const halyard_curl *curl) { return curl->version; }

uint32_t halyard_curl_version_number(const halyard_curl *curl) { return curl->number; }

uint32_t halyard_curl_features(const halyard_curl *curl) { return curl->features; }

const char *halyard_curl_text(const halyard_curl *curl, int result) { return curl->easy_strerror(result); }

const char *halyard_curl_multi_text(const halyard_curl *curl, int result) { return curl->multi_strerror(result); }

halyard_curl_easy *halyard_curl_easy_new(const halyard_curl *curl) { return curl->easy_init(); }

void halyard_curl_easy_free(const halyard_curl *curl, halyard_curl_easy *easy) { curl->easy_cleanup(easy); }

void halyard_curl_easy_reset(const halyard_curl *curl, halyard_curl_easy *easy) { curl->easy_reset(easy); }

int halyard_curl_easy_resume(const halyard_curl *curl, halyard_curl_easy *easy) {
    return curl->easy_pause(easy, pause_nothing);
}

int halyard_curl_set_number(const halyard_curl *curl, halyard_curl_easy *easy, int option, long value) {
    return curl->easy_setopt(easy, option, value);
}

int halyard_curl_set_size(const halyard_curl *curl, halyard_curl_easy *easy, int option, int64_t value) {
    return curl->easy_setopt(easy, option, value);
}

int halyard_curl_set_text(const halyard_curl *curl, halyard_curl_easy *easy, int option, const char *value) {
    return curl->easy_setopt(easy, option, value);
}

int halyard_curl_set_pointer(const halyard_curl *curl, halyard_curl_easy *easy, int option, void *value) {
    return curl->easy_setopt(easy, option, value);
}

int halyard_curl_set_callback(
    const halyard_curl *curl, halyard_curl_easy *easy, int option, halyard_curl_callback value) {
    return curl->easy_setopt(easy, option, value);
}

static int refuse_to_rewind(void *context, int64_t offset, int origin) {
    (void)context;
    (void)offset;
    (void)origin;
    return seek_refused;
}

int halyard_curl_set_no_rewind(const halyard_curl *curl, halyard_curl_easy *easy) {
    return curl->easy_setopt(easy, option_seek_function, refuse_to_rewind);
}

int halyard_curl_set_bytes(
    const halyard_curl *curl, halyard_curl_easy *easy, int option, const void *bytes, size_t count) {
    struct blob blob = {(void *)bytes, count, blob_copied};
    return curl->easy_setopt(easy, option, &blob);
}

int halyard_curl_get_number(const halyard_curl *curl, halyard_curl_easy *easy, int info, long *value) {
    return curl->easy_getinfo(easy, info, value);
}

halyard_curl_list *halyard_curl_list_append(const halyard_curl *curl, halyard_curl_list *list, const char *text) {
    return curl->slist_append(list, text);
}

void halyard_curl_list_free(const halyard_curl *curl, halyard_curl_list *list) { curl->slist_free_all(list); }

halyard_curl_multi *halyard_curl_multi_new(const halyard_curl *curl) { return curl->multi_init(); }

void halyard_curl_multi_free(const halyard_curl *curl, halyard_curl_multi *multi) { curl->multi_cleanup(multi); }

int halyard_curl_multi_add(const halyard_curl *curl, halyard_curl_multi *multi, halyard_curl_easy *easy) {
    return curl->multi_add_handle(multi, easy);
}

int halyard_curl_multi_remove(const halyard_curl *curl, halyard_curl_multi *multi, halyard_curl_easy *easy) {
    return curl->multi_remove_handle(multi, easy);
}

int halyard_curl_multi_perform(const halyard_curl *curl, halyard_curl_multi *multi) {
    int running = 0;
    return curl->multi_perform(multi, &running);
}

int halyard_curl_multi_poll(const halyard_curl *curl, halyard_curl_multi *multi, int milliseconds) {
    return curl->multi_poll(multi, NULL, 0, milliseconds, NULL);
}

int halyard_curl_multi_wake(const halyard_curl *curl, halyard_curl_multi *multi) { return curl->multi_wakeup(multi); }

bool halyard_curl_multi_next_end(const halyard_curl *curl, halyard_curl_multi *multi, halyard_curl_end *end) {
    int left = 0;
    struct message *message;
    while ((message = curl->multi_info_read(multi, &left)) != NULL) {
        if (message->kind != message_done) continue;
        end->easy = message->easy;
        end->result = message->data.result;
        return true;
    }
    return false;
}

void halyard_curl_prepare_thread(void) {
    pthread_setname_np(pthread_self(), "halyard-curl");
    sigset_t set;
    sigfillset(&set);
    int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
    for (size_t index = 0; index < sizeof(faults) / sizeof(faults[0]); index++) sigdelset(&set, faults[index]);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

#endif
