import Wire

extension Endpoint {
    /// The routes that make other routes fail. These routes accept only the API key and only POST.
    static let faultRoutes: [Endpoint] = [
        .write("_dev/faults", .apiKey, parameters, plan),
        .write("_dev/outage", .apiKey, parameters) { state, call throws(APIError) in
            let isOver = call.parameters.integer("status") == 0
            state.faults.set(
                isOver ? nil : .answer(try outage(call)),
                of: try call.parameters.required("route"),
                count: call.parameters.integer("count")
            )
            return JSONObject()
        },
        .write("_dev/latency", .apiKey, parameters) { state, call throws(APIError) in
            try slow(&state, call)
        },
    ]

    private static let parameters: [ParameterSpec] = [
        .text("route", required: true), .text("kind"), ParameterSpec(name: "count", kind: .integer(1...1_000_000)),
        ParameterSpec(name: "status", kind: .integer(0...599)), .text("content_type"), .text("body"),
        ParameterSpec(name: "retry_after_s", kind: .integer(0...86_400)), .text("location"),
        ParameterSpec(name: "ms", kind: .integer(0...60_000)),
        ParameterSpec(name: "is_performed", kind: .boolean),
        ParameterSpec(name: "bytes", kind: .integer(1...(1 << 30))),
    ]

    private static let kinds = [
        "none", "outage", "redirect", "portal", "latency", "stall", "truncate", "close", "flood",
    ]

    /// Plans a fault of a route for `count` calls, or until the next plan for the route.
    private static func plan(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        let kind = try call.parameters.required("kind")
        if kind == "latency" { return try slow(&state, call) }
        let route = try call.parameters.required("route")
        if kind == "none" { state.faults.setLatency(.zero, of: route) }
        state.faults.set(try fault(kind, call), of: route, count: call.parameters.integer("count"))
        return JSONObject()
    }

    private static func fault(_ kind: String, _ call: Call) throws(APIError) -> Fault? {
        switch kind {
        case "none": nil
        case "outage": .answer(try outage(call))
        case "redirect":
            .answer(
                CannedAnswer(
                    status: call.parameters.integer("status") ?? 302,
                    location: try call.parameters.required("location")
                )
            )
        case "portal":
            .answer(
                CannedAnswer(
                    status: 200,
                    contentType: "text/html; charset=utf-8",
                    body: call.parameters.string("body") ?? "<!doctype html><title>Guest Wi-Fi</title><p>Sign in.</p>"
                )
            )
        case "stall": .stall
        case "truncate": .truncate
        case "close": .close(isPerformed: call.parameters.boolean("is_performed") ?? false)
        case "flood": .flood(bytes: call.parameters.integer("bytes") ?? 64 << 20)
        default: throw .invalidInput("kind", "One of \(kinds.joined(separator: ", "))")
        }
    }

    /// Returns the answer during an outage. Without `body`, the answer is the API's own answer for a server fault.
    private static func outage(_ call: Call) throws(APIError) -> CannedAnswer {
        let status = call.parameters.integer("status") ?? 503
        guard (200...599).contains(status) else { throw .invalidInput("status", "200 to 599") }
        let error = APIError(status: status, type: "internal_server_error", message: "Simulated outage.")
        return CannedAnswer(
            status: status,
            contentType: call.parameters.string("content_type") ?? CloudAnswer.json,
            body: call.parameters.string("body") ?? error.json.text,
            retryAfter: call.parameters.integer("retry_after_s")
        )
    }

    private static func slow(_ state: inout CloudState, _ call: Call) throws(APIError) -> JSONObject {
        guard let milliseconds = call.parameters.integer("ms") else { throw .invalidInput("ms", "Required") }
        state.faults.setLatency(.milliseconds(milliseconds), of: try call.parameters.required("route"))
        return JSONObject()
    }
}
