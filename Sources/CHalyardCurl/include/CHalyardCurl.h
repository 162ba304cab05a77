// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// The functions of libcurl that Halyard calls, loaded while the program runs. Declared here and not by libcurl's headers, so
// that building Halyard needs no package of the system's; libcurl has kept these since 2006, and appends only. Swift cannot
// call variadic functions, so each kind of option has a function of its own here.

#ifndef CHALYARD_CURL_H
#define CHALYARD_CURL_H

#if defined(__linux__)

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The loaded library. Never changes after loading and is never unloaded, so any thread may use it.
typedef struct halyard_curl halyard_curl;

// libcurl's own CURL, CURLM and struct curl_slist.
typedef struct halyard_curl_easy halyard_curl_easy;
typedef struct halyard_curl_multi halyard_curl_multi;
typedef struct halyard_curl_list halyard_curl_list;

// What libcurl calls with bytes that came, or for bytes to send.
typedef size_t (*halyard_curl_callback)(char *bytes, size_t size, size_t count, void *context);

// A transfer that is over.
typedef struct {
    halyard_curl_easy *easy;
    int result;
} halyard_curl_end;

// Loads a library by its file name and initialises it; NULL when that fails, and the reason, cut to fit, is in `problem`.
halyard_curl *halyard_curl_load(const char *name, char *problem, size_t problem_size);

// The version as text, as a number (0x074400 is 7.68.0), and the set of optional features.
const char *halyard_curl_version(const halyard_curl *curl);
uint32_t halyard_curl_version_number(const halyard_curl *curl);
uint32_t halyard_curl_features(const halyard_curl *curl);

// What a result of the functions below means.
const char *halyard_curl_text(const halyard_curl *curl, int result);
const char *halyard_curl_multi_text(const halyard_curl *curl, int result);

// Easy handles: one transfer each. NULL when there is no memory.
halyard_curl_easy *halyard_curl_easy_new(const halyard_curl *curl);
void halyard_curl_easy_free(const halyard_curl *curl, halyard_curl_easy *easy);
void halyard_curl_easy_reset(const halyard_curl *curl, halyard_curl_easy *easy);
int halyard_curl_easy_resume(const halyard_curl *curl, halyard_curl_easy *easy);
int halyard_curl_set_number(const halyard_curl *curl, halyard_curl_easy *easy, int option, long value);
int halyard_curl_set_size(const halyard_curl *curl, halyard_curl_easy *easy, int option, int64_t value);
int halyard_curl_set_text(const halyard_curl *curl, halyard_curl_easy *easy, int option, const char *value);
int halyard_curl_set_pointer(const halyard_curl *curl, halyard_curl_easy *easy, int option, void *value);
int halyard_curl_set_callback(
    const halyard_curl *curl, halyard_curl_easy *easy, int option, halyard_curl_callback value);
// A callback that refuses to go back in what it sends.
int halyard_curl_set_no_rewind(const halyard_curl *curl, halyard_curl_easy *easy);
// Copies the bytes.
int halyard_curl_set_bytes(
    const halyard_curl *curl, halyard_curl_easy *easy, int option, const void *bytes, size_t count);
int halyard_curl_get_number(const halyard_curl *curl, halyard_curl_easy *easy, int info, long *value);

// A copy of the text behind a list, or a new list for NULL; NULL when there is no memory.
halyard_curl_list *halyard_curl_list_append(const halyard_curl *curl, halyard_curl_list *list, const char *text);
void halyard_curl_list_free(const halyard_curl *curl, halyard_curl_list *list);

// Multi handles: transfers that go on side by side. Only waking may be called by another thread.
halyard_curl_multi *halyard_curl_multi_new(const halyard_curl *curl);
void halyard_curl_multi_free(const halyard_curl *curl, halyard_curl_multi *multi);
int halyard_curl_multi_add(const halyard_curl *curl, halyard_curl_multi *multi, halyard_curl_easy *easy);
int halyard_curl_multi_remove(const halyard_curl *curl, halyard_curl_multi *multi, halyard_curl_easy *easy);
int halyard_curl_multi_perform(const halyard_curl *curl, halyard_curl_multi *multi);
int halyard_curl_multi_poll(const halyard_curl *curl, halyard_curl_multi *multi, int milliseconds);
int halyard_curl_multi_wake(const halyard_curl *curl, halyard_curl_multi *multi);
// The next transfer that is over; false when there is none.
bool halyard_curl_multi_next_end(const halyard_curl *curl, halyard_curl_multi *multi, halyard_curl_end *end);

// Names the calling thread, and keeps it from running the program's signal handlers and from the end by SIGPIPE that a write
// to a closed TLS connection would be. Signals of faults stay.
void halyard_curl_prepare_thread(void);

#endif
#endif
