// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// On Linux, OpenCombine has Combine's types.
@_exported public import OpenCombine
@_exported public import OpenCombineDispatch
@_exported public import OpenCombineFoundation

extension Publishers {
    /// A publisher of the elements of several publishers, which OpenCombine doesn't have.
    public struct MergeMany<Upstream: Publisher>: Publisher {
        /// The elements of the publishers.
        public typealias Output = Upstream.Output
        /// The failure of the publishers.
        public typealias Failure = Upstream.Failure

        private let upstreams: [Upstream]

        /// Creates a publisher.
        public init(_ upstreams: [Upstream]) { self.upstreams = upstreams }

        /// Passes the elements of all publishers to a subscriber.
        public func receive<Downstream: Subscriber>(subscriber: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            upstreams.publisher.setFailureType(to: Failure.self).flatMap { $0 }.receive(subscriber: subscriber)
        }
    }
}
