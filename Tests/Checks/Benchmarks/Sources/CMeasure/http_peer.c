// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// In C, because it is what libcurl costs without Swift, and a server that costs as little as one can.

#include "http_peer.h"

#if defined(__linux__)

#include <arpa/inet.h>
#include <dlfcn.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
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
        bool sent = strncmp(buffer, "GET /stream/", 12) == 0 ? send_stream(socket, atol(buffer + 12))
                                                             : send_all(socket, answer, sizeof answer - 1);
        if (!sent) break;
    }
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

long long halyard_http_get(const char *url, int times) {
    // CURLOPT_WRITEDATA, CURLOPT_URL, CURLOPT_WRITEFUNCTION, CURLOPT_NOSIGNAL
    enum { write_data = 10001, request_url = 10002, write_function = 20011, no_signal = 99 };
    void *library = dlopen("libcurl.so.4", RTLD_NOW);
    if (library == NULL) return -1;
    void *(*easy_init)(void);
    int (*easy_setopt)(void *, int, ...);
    int (*easy_perform)(void *);
    void (*easy_cleanup)(void *);
    *(void **)&easy_init = dlsym(library, "curl_easy_init");
    *(void **)&easy_setopt = dlsym(library, "curl_easy_setopt");
    *(void **)&easy_perform = dlsym(library, "curl_easy_perform");
    *(void **)&easy_cleanup = dlsym(library, "curl_easy_cleanup");
    if (easy_init == NULL || easy_setopt == NULL || easy_perform == NULL || easy_cleanup == NULL) return -1;
    void *easy = easy_init();
    if (easy == NULL) return -1;
    long long total = 0;
    easy_setopt(easy, request_url, url);
    easy_setopt(easy, no_signal, 1L);
    easy_setopt(easy, write_function, count_bytes);
    easy_setopt(easy, write_data, &total);
    for (int number = 0; number < times; number++) {
        if (easy_perform(easy) != 0) {
            total = -1;
            break;
        }
    }
    easy_cleanup(easy);
    return total;
}

#endif
