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
            "start with the key that did, or move the file away to begin again, without \(content)"
        case .corrupt:
            "put a sound copy in its place, or move it away to begin again, without \(content)"
        case .newerSchema: "install that release again"
        case .exposed: "give it to the daemon's user, with mode 0600"
        case .unavailable: "give the daemon's user a directory, with mode 0700"
        case .missing:
            "mount its disk, or put it back; to begin again, without \(content), make the empty file 'STORE\(FirstStart.suffix)', "
                + "where STORE is its name"
        case .diskFull: "make room"
        case .io, .slow, .failed: "look at the disk"
        case .inUse: "end the other process"
        // These errors concern a call, not the file.
        case .conflict, .invalid: "this is a fault of the program"
        }
    }
}
