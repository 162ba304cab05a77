// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#ifndef HALYARD_HTTP_PEER_H
#define HALYARD_HTTP_PEER_H

#if defined(__linux__)

/// Starts a server on 127.0.0.1 and returns its port; 0 when that fails.
///
/// `GET /flags` gives a short answer, `GET /stream/N` N megabytes of events in chunks, over connections that are kept alive.
int halyard_http_server(void);

/// Requests a URL so often over one handle of libcurl, as C does it; the bytes of all bodies, or -1 when one fails.
long long halyard_http_get(const char *url, int times);

#endif
#endif
