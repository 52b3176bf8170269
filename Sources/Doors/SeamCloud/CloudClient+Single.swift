package import CloudModel
package import SeamModel

/// The cloud's answers about a few keys.
package struct KeyReading: Equatable, Sendable {
    /// A key in its current state.
    package struct Row: Equatable, Sendable {
        /// The key.
        package let credential: CloudCredential
        /// The doors that the key opens.
        package let entrances: [CloudEntrance]

        /// Creates a row.
        package init(credential: CloudCredential, entrances: [CloudEntrance]) {
            self.credential = credential
            self.entrances = entrances
        }
    }

    /// The keys that the cloud lists.
    package let rows: [Row]
    /// The keys that the cloud does not list, or whose doors it does not report. Only a full read can show that these
    /// keys no longer exist.
    package let missing: [String]

    /// Creates a reading.
    package init(rows: [Row], missing: [String]) {
        self.rows = rows
        self.missing = missing
    }
}

extension CloudClient {
    /// How long a read of a few keys may take.
    private static let longestReading = Duration.seconds(60)

    /// Reads a few keys and their doors. This takes two requests per key, whereas a full read takes one request per
    /// page. If the token no longer belongs to the person and workspace of `session`, all keys are missing.
    package func keys(
        _ ids: [String], of session: CloudSession, token: ClientSessionToken
    ) async throws(CloudError) -> KeyReading {
        try await withDeadline(Self.longestReading, besides: waiting) { () throws(CloudError) -> KeyReading in
            guard try await self.session(token: token).seesTheSame(as: session) else {
                return KeyReading(rows: [], missing: ids)
            }
            return try await rows(ids, of: session, token: token)
        }
    }

    private func rows(
        _ ids: [String], of session: CloudSession, token: ClientSessionToken
    ) async throws(CloudError) -> KeyReading {
        var (rows, missing) = ([KeyReading.Row](), [String]())
        for id in ids {
            guard let credential = try await credential(id, token: token) else {
                missing.append(id)
                continue
            }
            try Self.checkOwnership(of: credential, at: 0, session)
            do throws(CloudError) {
                let doors = try await entrances(credentialID: id, token: token)
                guard doors.isComplete, doors.unreadable == nil else {
                    throw CloudError(.notFound(type: "acs_entrance_not_found"))
                }
                rows.append(KeyReading.Row(credential: credential, entrances: doors.rows))
            } catch {
                guard error.isRefusal else { throw error }
                missing.append(id)
            }
        }
        return KeyReading(rows: rows, missing: missing)
    }
}
