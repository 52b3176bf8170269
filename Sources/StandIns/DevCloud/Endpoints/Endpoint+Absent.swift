import Wire

extension Endpoint {
    /// Routes of the API for which the development cloud has no objects. Like the real cloud, the development cloud
    /// refuses callers that may not use these routes. All other callers get the answer that the routes do not exist.
    static let absentRoutes: [Endpoint] =
        [
            absent("webhooks/", .apiKey, reads: ["get", "list"], writes: ["create", "update", "delete"]),
            absent("instant_keys/", .apiKey, reads: ["get", "list"], writes: ["delete"]),
            absent("user_identities/", .apiKey, reads: [], writes: ["merge", "generate_instant_key"]),
            absent(
                "access_grants/",
                .customer,
                reads: ["get", "get_related", "list"],
                writes: ["create", "update", "delete", "request_access_methods"]
            ),
            absent("access_methods/", .customer, reads: ["list", "get_related"], writes: ["delete"]),
            absent("access_methods/", .apiKey, reads: ["get"], writes: ["unlock_door", "encode", "assign_card"]),
            absent(
                "seam/instant_key/v1/client_sessions/", .certifiedClient, reads: [], writes: ["exchange_short_code"]),
        ].flatMap { $0 }

    private static func absent(
        _ prefix: String,
        _ audience: Audience,
        reads: [String],
        writes: [String]
    ) -> [Endpoint] {
        let handler: Handler = { _, _ throws(APIError) in throw .notImplemented }
        return reads.map { .read(prefix + $0, audience, [], handler) }
            + writes.map { .write(prefix + $0, audience, [], verbs: [.post, .put, .patch, .delete], handler) }
    }
}
