import OpenCombine
import TermUI

/// What is in front of the list, and the remarks that pass. A screen of its own has a case here and its own files.
final class Router: ObservableObject {
    @Published var front: Front?
    let toasts: ToastQueue

    /// A sheet in front of the list.
    enum Front: Equatable, Identifiable {
        /// The details of the selected key.
        case detail
        /// The attempts of all keys, or of one.
        case activity(of: String?)
        case help

        var id: String {
            switch self {
            case .detail: "detail"
            case .activity(let key): "activity \(key ?? "")"
            case .help: "help"
            }
        }
    }

    init(_ surroundings: Surroundings) {
        toasts = ToastQueue(after: surroundings.after)
    }
}
