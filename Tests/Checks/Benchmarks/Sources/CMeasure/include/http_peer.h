// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#ifndef HALYARD_HTTP_PEER_H
#define HALYARD_HTTP_PEER_H

#if defined(__linux__)

/// Starts a server on 127.0.0.1 and returns its port; 0 when that fails.
///
/// `GET /flags` gives a short answer, `GET /stream/N` N megabytes of events in chunks, over connections that are kept alive.
/// `GET /meval/…` and `GET /held` give an event, and then those of `halyard_http_push`.
int halyard_http_server(void);

/// The streams that wait for events.
enum halyard_stream { halyard_stream_meval, halyard_stream_held };

/// Sends an event over a stream as soon as it's open, and returns whether that was possible.
int halyard_http_push(enum halyard_stream stream, const char *event);

/// Receives an event so often over `/held` with libcurl, as C does it.
///
/// Returns the processor time of the process for each event in nanoseconds, or -1 for a failure.
long long halyard_http_receive(const char *url, const char *event, int times);

/// The processor time of the process in nanoseconds.
long long halyard_processor_time(void);

/// Requests a URL so often over one handle of libcurl, as C does it; the bytes of all bodies, or -1 when one fails.
long long halyard_http_get(const char *url, int times);

#endif
#endif
