// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardTransport

extension PolledService.Refusal {
    /// Creates the problem of a rejected request from the status and the code in the body.
    init(ofrep response: HTTPResponse) {
        let status = response.head.status
        let said = ErrorCode(ofrep: (try? JSONReader().read(response.body))?["errorCode"])
        let what = "responded with status \(status)\(said.map { " (\($0))" } ?? "")."
        let advice: String? =
            switch status {
            case 401, 403: "Set a valid \"bearer\" or \"apiKey\"."
            case 400: "Check the context. Some servers only accept attributes as \"text\"."
            case 413: "The context is too large. Drop attributes with a mapping rule."
            case 408, 425, 429: nil
            case 400...499: "Check the URL. Use the part before \"/ofrep\"."
            default: nil
            }
        // A client error is a final response, because the same request has no other result.
        self.init(advice.map { "\(what) \($0)" } ?? what, code: said ?? .general, isAnswer: advice != nil)
    }
}
