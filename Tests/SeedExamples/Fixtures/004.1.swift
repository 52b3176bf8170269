import LifeSignal

// Definitions of the types that the pattern leaves open.
struct Parameters: Sendable {}
typealias ReturnType = Void

struct Refusal: Error {}

struct Feature {
    @Dependency(\.clientName) var client: ClientName
    @Dependency(ClientName.self) var same: ClientName
}

let feature = Feature()
try await feature.client.functionName(Parameters())
try await feature.same.functionName(Parameters())
do {
    try await withDependencies {
        $0.clientName.functionName = { _ in throw Refusal() }
    } operation: {
        try await feature.client.functionName(Parameters())
    }
    preconditionFailure("the client that was set is not the one that is used")
} catch is Refusal {
    try await feature.client.functionName(Parameters())
}
try await withDependencies {
    $0.context = .test
} operation: {
    try await feature.client.functionName(Parameters())
}
print("ok: a client is registered, found and replaced")
