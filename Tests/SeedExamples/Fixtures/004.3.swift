import LifeSignal

// Definitions of the types that the pattern leaves open.
struct Parameters: Sendable {}
typealias ReturnType = Void

struct ClientName: Sendable {
    var functionName: @Sendable (Parameters) async throws -> ReturnType

    static var testValue: Self { Self(functionName: { _ in }) }
}

extension ClientNameError: SignalClientError {
    var text: String {
        // The switch has no default case, so it must name all cases of the error.
        switch self {
        case .networkError(let text), .authenticationError(let text), .validationError(let text),
            .notFoundError(let text), .serverError(let text), .unknownError(let text):
            text
        }
    }
}

func cases<Failure: SignalClientError>(of type: Failure.Type) -> [String] {
    let all: [Failure] = [
        .networkError("a"), .authenticationError("b"), .validationError("c"), .notFoundError("d"), .serverError("e"),
        .unknownError("f"),
    ]
    precondition(all.map(\.text) == ["a", "b", "c", "d", "e", "f"] && all[0] == .networkError("a") && all[0] != all[1])
    return all.map { "\($0)" }
}

let theirs = cases(of: ClientNameError.self)
precondition(theirs[0] == #"networkError("a")"#)
for ours in [
    cases(of: AuthError.self), cases(of: UserError.self), cases(of: ContactError.self), cases(of: CheckInError.self),
    cases(of: AlertError.self), cases(of: PingError.self), cases(of: NotificationError.self),
    cases(of: QRCodeError.self), cases(of: SettingsError.self), cases(of: StorageError.self),
] {
    precondition(ours == theirs)
}

let client = DependencyValues()[ClientName.self]
try await client.functionName(Parameters())
let adapter = BackendNameClientNameAdapter(backendService: BackendService(socketPath: "/nowhere"))
try await adapter.functionName(parameters: Parameters())
print("ok: the six errors of every client, and an adapter of a program's own")
