package import LinuxSupport
package import SealedDatabase

extension StoreError {
    /// Returns the operator's remedy. The argument `content` names the data that a new file would lack.
    package func remedy(without content: String) -> String { code.remedy(content) }
}

extension ConfigurationError {
    /// Creates the error for a store that will not open until somebody acts. The message for the operator names the
    /// file, the fault and the remedy. The argument `content` names the data that a new file would lack.
    package init(store path: String, _ error: StoreError, without content: String) {
        self.init("store \(path): \(error.message); \(error.code.remedy(content))")
    }
}

extension StoreError.Code {
    fileprivate func remedy(_ content: String) -> String {
        switch self {
        case .wrongMachineKey:
            "use the store's own key, or, to begin again without \(content), move the file away"
        case .corrupt:
            "replace it with an undamaged copy, or, to begin again without \(content), move it away"
        case .newerSchema: "install that release again"
        case .exposed: "make the daemon's user its owner, and set its mode to 0600"
        case .unavailable: "create a directory that belongs to the daemon's user, with mode 0700"
        case .missing:
            "mount its disk, or restore it; to begin again without \(content), create the empty file "
                + "'STORE\(FirstStart.suffix)', where STORE is the store's name"
        case .diskFull: "make room"
        case .io, .slow, .failed: "check the disk"
        case .inUse: "end the other process"
        // These errors concern a call, not the file.
        case .conflict, .invalid: "this is a bug in the program"
        }
    }
}
