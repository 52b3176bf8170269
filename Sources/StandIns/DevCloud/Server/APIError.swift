import Wire

/// An answer that refuses a call, in the form of the Seam API.
struct APIError: Error, Equatable {
    /// The HTTP status.
    let status: Int
    /// The stable `error.type`.
    let type: String
    /// The sentence for people.
    let message: String
    /// The fault of each parameter, for `invalid_input`.
    var validation: [String: String] = [:]

    /// The body of the answer.
    var json: JSON {
        let faults = validation.sorted { $0.key < $1.key }.map { name, fault in
            JSONMember(key: name, value: .members(("_errors", .strings([fault]))))
        }
        let validationErrors = JSON.object(JSONObject([JSONMember(key: "_errors", value: .array([]))] + faults))
        return .members(
            (
                "error",
                .members(
                    ("type", .string(type)),
                    ("message", .string(message)),
                    ("validation_errors", validation.isEmpty ? nil : validationErrors)
                )
            ),
            ("ok", false)
        )
    }

    static func invalidInput(_ parameter: String, _ fault: String) -> APIError {
        let message = "\(fault) for \"\(parameter)\""
        return APIError(status: 400, type: "invalid_input", message: message, validation: [parameter: fault])
    }

    static func notFound(_ type: String) -> APIError {
        APIError(status: 404, type: type, message: "No such object in this workspace.")
    }

    static func unauthorized(_ type: String, _ message: String) -> APIError {
        APIError(status: 401, type: type, message: message)
    }

    static let noSuchRoute = APIError(status: 404, type: "not_found", message: "No such route.")
    static let notImplemented = APIError(
        status: 501,
        type: "not_implemented",
        message: "The development cloud does not have this route of the API."
    )
    static let methodNotAllowed = APIError(
        status: 405,
        type: "method_not_allowed",
        message: "This route does not accept this method."
    )
    static let invalidContentType = APIError(
        status: 400,
        type: "invalid_content_type",
        message: "The body must be application/json."
    )
    static let methodDoesNotApply = unauthorized(
        "auth_method_does_not_apply",
        "No authentication method that was sent applies to this route."
    )
}
