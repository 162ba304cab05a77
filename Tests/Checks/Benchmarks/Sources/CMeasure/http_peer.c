// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// This is C code because it measures libcurl's cost without Swift, and because the server must cost as little as possible.

#include "http_peer.h"

#if defined(__linux__)

#include <arpa/inet.h>
#include <dlfcn.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static const char answer[] =
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 96\r\nETag: \"1\"\r\n\r\n"
    "{\"checkout\":{\"version\":3,\"value\":\"blue\",\"variation\":1},\"old\":{\"version\":1,\"value\":true,\"a\":123}}";

enum { chunk_size = 16384, chunks_per_megabyte = 64 };

static bool send_all(int socket, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t sent = send(socket, bytes, count, MSG_NOSIGNAL);
        if (sent <= 0) return false;
        bytes += sent;
        count -= (size_t)sent;
    }
    return true;
}

// The sockets of the streams that wait for events, or -1 for none.
static pthread_mutex_t held_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t held_opened = PTHREAD_COND_INITIALIZER;
static int held[] = {-1, -1};

static bool send_chunk(int socket, const char *text) {
    char chunk[1024];
    int size = snprintf(chunk, sizeof chunk, "%zx\r\n%s\r\n", strlen(text), text);
    return size < (int)sizeof chunk && send_all(socket, chunk, (size_t)size);
}

static bool hold(int socket, enum halyard_stream stream) {
    static const char head[] =
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
    // The lock is held because a client that has received the event can push the next one before the socket is stored.
    pthread_mutex_lock(&held_lock);
    bool sent = send_all(socket, head, sizeof head - 1) && send_chunk(socket, "event: put\ndata: {}\n\n");
    held[stream] = socket;
    pthread_cond_broadcast(&held_opened);
    pthread_mutex_unlock(&held_lock);
    return sent;
}

int halyard_http_push(enum halyard_stream stream, const char *event) {
    pthread_mutex_lock(&held_lock);
    while (held[stream] < 0) pthread_cond_wait(&held_opened, &held_lock);
    bool sent = send_chunk(held[stream], event);
    pthread_mutex_unlock(&held_lock);
    return sent;
}

static void end_held(int socket) {
    pthread_mutex_lock(&held_lock);
    for (int stream = 0; stream < 2; stream++) {
        if (held[stream] == socket) held[stream] = -1;
    }
    pthread_mutex_unlock(&held_lock);
}

static bool send_stream(int socket, long megabytes) {
    static const char head[] =
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
    static const char event[] = "event: patch\ndata: {\"path\":\"/flag\",\"data\":{\"version\":7,\"value\":true}}\n\n";
    char chunk[chunk_size + 16];
    int start = snprintf(chunk, sizeof chunk, "%x\r\n", chunk_size);
    for (int place = 0; place < chunk_size; place++) chunk[start + place] = event[(size_t)place % (sizeof event - 1)];
    memcpy(chunk + start + chunk_size, "\r\n", 2);
    if (!send_all(socket, head, sizeof head - 1)) return false;
    for (long number = 0; number < megabytes * chunks_per_megabyte; number++) {
        if (!send_all(socket, chunk, (size_t)start + chunk_size + 2)) return false;
    }
    return send_all(socket, "0\r\n\r\n", 5);
}

static void *serve(void *argument) {
    int socket = (int)(intptr_t)argument, on = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    char buffer[8192];
    size_t filled = 0;
    for (;;) {
        ssize_t count = recv(socket, buffer + filled, sizeof buffer - 1 - filled, 0);
        if (count <= 0) break;
        filled += (size_t)count;
        buffer[filled] = 0;
        if (strstr(buffer, "\r\n\r\n") == NULL) continue;
        filled = 0;
        bool sent;
        if (strncmp(buffer, "GET /stream/", 12) == 0) sent = send_stream(socket, atol(buffer + 12));
        else if (strncmp(buffer, "GET /meval/", 11) == 0) sent = hold(socket, halyard_stream_meval);
        else if (strncmp(buffer, "GET /held", 9) == 0) sent = hold(socket, halyard_stream_held);
        else sent = send_all(socket, answer, sizeof answer - 1);
        if (!sent) break;
    }
    end_held(socket);
    close(socket);
    return NULL;
}

static void *accept_all(void *argument) {
    int listener = (int)(intptr_t)argument;
    for (;;) {
        int socket = accept(listener, NULL, NULL);
        if (socket < 0) return NULL;
        pthread_t thread;
        if (pthread_create(&thread, NULL, serve, (void *)(intptr_t)socket) != 0) close(socket);
        else pthread_detach(thread);
    }
}

int halyard_http_server(void) {
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    pthread_t thread;
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, size) != 0 || listen(listener, 16) != 0
        || getsockname(listener, (struct sockaddr *)&address, &size) != 0
        || pthread_create(&thread, NULL, accept_all, (void *)(intptr_t)listener) != 0)
        return 0;
    pthread_detach(thread);
    return ntohs(address.sin_port);
}

static size_t count_bytes(char *bytes, size_t size, size_t count, void *total) {
    (void)bytes;
    *(long long *)total += (long long)(size * count);
    return size * count;
}

struct easy {
    void *handle;
    int (*perform)(void *);
    void (*cleanup)(void *);
};

// Creates a libcurl handle whose bytes a function receives. There is no handle if libcurl is missing.
static struct easy make_easy(const char *url, size_t (*receive)(char *, size_t, size_t, void *), void *context) {
    // CURLOPT_WRITEDATA, CURLOPT_URL, CURLOPT_WRITEFUNCTION, CURLOPT_NOSIGNAL
    enum { write_data = 10001, request_url = 10002, write_function = 20011, no_signal = 99 };
    struct easy easy = {NULL, NULL, NULL};
    void *library = dlopen("libcurl.so.4", RTLD_NOW);
    if (library == NULL) return easy;
    void *(*init)(void);
    int (*setopt)(void *, int, ...);
    *(void **)&init = dlsym(library, "curl_easy_init");
    *(void **)&setopt = dlsym(library, "curl_easy_setopt");
    *(void **)&easy.perform = dlsym(library, "curl_easy_perform");
    *(void **)&easy.cleanup = dlsym(library, "curl_easy_cleanup");
    if (init == NULL || setopt == NULL || easy.perform == NULL || easy.cleanup == NULL) return easy;
    easy.handle = init();
    if (easy.handle == NULL) return easy;
    setopt(easy.handle, request_url, url);
    setopt(easy.handle, no_signal, 1L);
    setopt(easy.handle, write_function, receive);
    setopt(easy.handle, write_data, context);
    return easy;
}

long long halyard_http_get(const char *url, int times) {
    long long total = 0;
    struct easy easy = make_easy(url, count_bytes, &total);
    if (easy.handle == NULL) return -1;
    for (int number = 0; number < times; number++) {
        if (easy.perform(easy.handle) != 0) {
            total = -1;
            break;
        }
    }
    easy.cleanup(easy.handle);
    return total;
}

static size_t count_events(char *bytes, size_t size, size_t count, void *arrived) {
    // An event ends with an empty line.
    if (size * count >= 2 && memcmp(bytes + size * count - 2, "\n\n", 2) == 0) sem_post(arrived);
    return size * count;
}

static void *receive_all(void *argument) {
    struct easy *easy = argument;
    easy->perform(easy->handle);
    return NULL;
}

long long halyard_processor_time(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

long long halyard_http_receive(const char *url, const char *event, int times) {
    sem_t arrived;
    sem_init(&arrived, 0, 0);
    struct easy easy = make_easy(url, count_events, &arrived);
    pthread_t thread;
    if (easy.handle == NULL || pthread_create(&thread, NULL, receive_all, &easy) != 0) return -1;
    sem_wait(&arrived);
    long long start = halyard_processor_time();
    for (int number = 0; number < times; number++) {
        if (!halyard_http_push(halyard_stream_held, event)) return -1;
        sem_wait(&arrived);
    }
    long long time = (halyard_processor_time() - start) / times;
    // An empty chunk ends the response.
    halyard_http_push(halyard_stream_held, "");
    pthread_join(thread, NULL);
    easy.cleanup(easy.handle);
    sem_destroy(&arrived);
    return time;
}

#endif
