import LumiKitUI
import OpenCombine
import TermUI

/// What is in front of the list, and the remarks that pass. A screen of its own has a case here and its own files.
final class Router: ObservableObject {
    @Published var front: Front?
    /// Where remarks are shown.
    let screen = UIViewController()

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

    /// Says something that passes.
    func tell(_ words: String) { LMKToast.showInfo(message: words, on: screen) }
}
