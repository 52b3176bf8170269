import Glibc

/// Why a program is running. The reason decides which of a key's defaults applies where no value was set.
public enum DependencyContext: String, Hashable, Sendable {
    /// The context for running programs, which uses ``DependencyKey/liveValue``.
    case live
    /// The context for previews, which uses ``TestDependencyKey/previewValue``.
    case preview
    /// The context for tests, which uses ``TestDependencyKey/testValue``.
    case test

    /// The process's context, read once. The variable `SWIFT_DEPENDENCIES_CONTEXT` names the context. If the variable
    /// is not set, the context is `test` in a program that runs tests, and `live` in all other programs.
    static let ofProcess = of(environment: variable("SWIFT_DEPENDENCIES_CONTEXT"), arguments: CommandLine.arguments)

    /// The context of a program started in this environment with these arguments.
    package static func of(environment: String?, arguments: [String]) -> DependencyContext {
        if let named = environment.flatMap(DependencyContext.init) { return named }
        let runsTests =
            arguments.contains("--testing-library")
            || arguments.prefix(1).contains { $0.hasSuffix(".xctest") || $0.hasSuffix("-test-runner") }
        return runsTests ? .test : .live
    }

    private static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }
}

/// A mistake in the use of dependencies that need not stop the program.
public enum DependencyIssue {
    /// How this task reports an issue. By default, the task writes a line to standard error.
    @TaskLocal public static var report: @Sendable (String) -> Void = { text in
        let line = Array("dependencies: \(text)\n".utf8)
        _ = unsafe write(STDERR_FILENO, line, line.count)
    }
}
