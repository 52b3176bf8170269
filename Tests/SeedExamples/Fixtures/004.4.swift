import LifeSignal

// Definitions of the types that the pattern leaves open.
struct Parameters: Sendable {}
typealias ReturnType = Void

struct ClientName: Sendable {
    var functionName: @Sendable (Parameters) async throws -> ReturnType
}

extension ClientName {
    static var liveValue: Self { Self(functionName: { _ in preconditionFailure("this is a test") }) }
}

var values = DependencyValues()
values.context = .test
try await values[ClientName.self].functionName(Parameters())
print("ok: a test gets its own client")
