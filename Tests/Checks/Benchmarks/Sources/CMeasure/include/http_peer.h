// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#ifndef HALYARD_HTTP_PEER_H
#define HALYARD_HTTP_PEER_H

#if defined(__linux__)

/// Starts a server on 127.0.0.1, and returns its port, or 0 if that fails.
///
/// `GET /flags` returns a short response, and `GET /stream/N` returns N megabytes of events in chunks, over kept-alive connections.
/// `GET /meval/…` and `GET /held` return an event, and then the events of `halyard_http_push`.
int halyard_http_server(void);

/// The streams that wait for events.
enum halyard_stream { halyard_stream_meval, halyard_stream_held };

/// Sends an event over a stream as soon as it's open, and returns whether that was possible.
int halyard_http_push(enum halyard_stream stream, const char *event);

/// Receives an event a number of times over `/held` with libcurl, as a C program does.
///
/// Returns the processor time of the process per event in nanoseconds, or -1 after a failure.
long long halyard_http_receive(const char *url, const char *event, int times);

/// Returns the processor time of the process in nanoseconds.
long long halyard_processor_time(void);

/// Requests a URL a number of times with one libcurl handle, as a C program does. Returns the bytes of all bodies, or -1.
long long halyard_http_get(const char *url, int times);

#endif
#endif
