import SwiftUI

@MainActor
final class SignInModel: ObservableObject {
    enum Failure: LocalizedError {
        case wrongPassword
        var errorDescription: String? { "Wrong password" }
        var recoverySuggestion: String? { "Try again, or ask for a new one." }
    }

    @Published var email = ""
    @Published var password = ""
    @Published var staysSignedIn = true
    @Published private(set) var isBusy = false
    @Published private(set) var user: String?
    @Published var failure: Failure?
    var canSignIn: Bool { email.contains("@") && password.count >= 4 && !isBusy }
    func signIn() async {
        isBusy = true
        defer { isBusy = false }
        await Task.yield()
        if password == "seam" { user = email } else { (failure, password) = (.wrongPassword, "") }
    }

    func signOut() { (user, password) = (nil, "") }
}

/// A form for signing in.
public struct SignInView: View {
    private enum Field: Hashable { case email, password }
    @StateObject private var model = SignInModel()
    @FocusState private var focus: Field?
    public init() {}
    public var body: some View {
        Group {
            if let user = model.user {
                VStack(spacing: 16) {
                    Image(systemName: "person.crop.circle").font(.largeTitle)
                    Text("Welcome, **\(user)**")
                    Button("Sign out", action: model.signOut)
                }
                .transition(.opacity)
            } else {
                form
            }
        }
        .animation(.easeInOut, value: model.user)
        .alert(isPresented: hasFailure, error: model.failure) { _ in
            Button("OK") { focus = .password }
        } message: {
            Text($0.recoverySuggestion ?? "")
        }
    }

    private var hasFailure: Binding<Bool> {
        Binding(get: { model.failure != nil }, set: { if !$0 { model.failure = nil } })
    }

    private var form: some View {
        VStack(alignment: .leading, spacing: 16) {
            Text("Sign in").font(.title).bold()
            TextField("Email", text: $model.email, prompt: Text("you@example.org"))
                .textInputAutocapitalization(.never).focused($focus, equals: .email).submitLabel(.next)
            SecureField("Password", text: $model.password).focused($focus, equals: .password).submitLabel(.go)
            Toggle("Stay signed in", isOn: $model.staysSignedIn)
            Button {
                Task { await model.signIn() }
            } label: {
                if model.isBusy { ProgressView() } else { Text("Sign in").frame(maxWidth: .infinity) }
            }
            .buttonStyle(.borderedProminent).disabled(!model.canSignIn)
        }
        .textFieldStyle(.roundedBorder).frame(maxWidth: 320).padding()
        .background(.thinMaterial, in: RoundedRectangle(cornerRadius: 12))
        .onSubmit {
            if focus == .email { focus = .password } else if model.canSignIn { Task { await model.signIn() } }
        }
        .onAppear { focus = .email }
    }
}

#Preview { SignInView() }
