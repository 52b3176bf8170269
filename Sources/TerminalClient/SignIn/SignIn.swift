import OpenCombine

/// A person signs in: the token that they write, and what came of it. The token is kept no longer than it takes.
final class SignIn: ObservableObject {
    @Published var token = ""
    @Published private(set) var isBusy = false
    @Published private(set) var problem: String?

    private let perform: (String, @escaping (String?) -> Void) -> Void

    init(_ perform: @escaping (String, @escaping (String?) -> Void) -> Void) {
        self.perform = perform
    }

    /// What was written and not sent is nobody else's.
    func clear() {
        token = ""
        problem = nil
    }

    /// Without a token the session goes on with the one that it had.
    func submit() {
        guard !isBusy else { return }
        (isBusy, problem) = (true, nil)
        let token = token.trimmingSpaces
        self.token = ""
        perform(token) { [weak self] problem in
            self?.isBusy = false
            self?.problem = problem
        }
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
