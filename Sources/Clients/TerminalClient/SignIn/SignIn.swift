import OpenCombine

/// A person signs in: the token that they type, and the outcome. The token is kept no longer than signing in takes.
final class SignIn: ObservableObject {
    @Published var token = ""
    @Published private(set) var isBusy = false
    @Published private(set) var problem: String?

    private let read: (_ path: String) -> Answer<String>
    private let perform: (String, @escaping @MainActor (String?) -> Void) -> Void

    /// `read` reads the token in a file.
    init(
        reading read: @escaping (_ path: String) -> Answer<String>,
        _ perform: @escaping (String, @escaping @MainActor (String?) -> Void) -> Void
    ) {
        self.read = read
        self.perform = perform
    }

    /// Forgets what was typed and not sent: the next person must not see it.
    func clear() {
        token = ""
        problem = nil
    }

    /// Without a token the session goes on with the one that it had. No token begins as a path does: such a text
    /// names a file that holds the token.
    func submit() {
        guard !isBusy else { return }
        problem = nil
        var token = token.trimmingSpaces
        self.token = ""
        if token.hasPrefix("/") || token.hasPrefix("~/") {
            switch read(token) {
            case .problem(let words): return problem = words
            case .value(let text): token = text.trimmingSpaces
            }
        }
        isBusy = true
        perform(token) { [weak self] problem in
            self?.isBusy = false
            self?.problem = problem
        }
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
