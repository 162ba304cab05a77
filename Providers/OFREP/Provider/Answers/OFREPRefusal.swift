// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardTransport

extension PolledService.Refusal {
    /// The refusal of a server, by its status and the code in its body.
    init(ofrep response: HTTPResponse) {
        let status = response.head.status
        let said = ErrorCode(ofrep: (try? JSONReader().read(response.body))?["errorCode"])
        let what = "answered \(status)\(said.map { " (\($0))" } ?? "")."
        let advice: String? =
            switch status {
            case 401, 403: "Give a \"bearer\" or \"apiKey\" that it takes."
            case 400: "Check the context; some servers take attributes as \"text\" only."
            case 413: "The context is too large: drop attributes with a mapping rule."
            case 408, 425, 429: nil
            case 400...499: "Check the URL: it is what stands before \"/ofrep\"."
            default: nil
            }
        // A client error is an answer: the same request has no other result.
        self.init(advice.map { "\(what) \($0)" } ?? what, code: said ?? .general, isAnswer: advice != nil)
    }
}
