import Glibc

/// The purpose of a program's run: it decides which of a key's values counts where none was set.
public enum DependencyContext: String, Hashable, Sendable {
    /// ``DependencyKey/liveValue``.
    case live
    /// ``TestDependencyKey/previewValue``.
    case preview
    /// ``TestDependencyKey/testValue``.
    case test

    /// Read once: what `SWIFT_DEPENDENCIES_CONTEXT` names, else `test` in a program that runs tests, else `live`.
    static let ofProcess = of(environment: variable("SWIFT_DEPENDENCIES_CONTEXT"), arguments: CommandLine.arguments)

    /// The context of a program that is started with that variable and these arguments.
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

/// A use of dependencies that is a mistake, but no reason to stop the program.
public enum DependencyIssue {
    /// The handling of an issue's text in this task. By default it is a line on standard error.
    @TaskLocal public static var report: @Sendable (String) -> Void = { text in
        let line = Array("dependencies: \(text)\n".utf8)
        _ = unsafe write(STDERR_FILENO, line, line.count)
    }
}
