import CLinuxSupport

/// A limit that the kernel enforces on this process, both hard and soft, so it cannot be raised again.
package struct ResourceLimit: Sendable, Equatable {
    /// The limited resource.
    package enum Kind: Sendable, CaseIterable {
        /// Bytes of address space.
        case addressSpace
        /// Bytes of a core file.
        case core
        /// Seconds of processor time; then SIGXCPU, then SIGKILL.
        case processorSeconds
        /// Bytes of any file written.
        case fileSize
        /// Bytes of memory locked in place.
        case lockedMemory
        /// The highest descriptor number, plus one.
        case openFiles
        /// Processes and threads of this *user*, all programs counted.
        case processes

        var raw: seam_limit {
            switch self {
            case .addressSpace: SEAM_LIMIT_ADDRESS_SPACE
            case .core: SEAM_LIMIT_CORE
            case .processorSeconds: SEAM_LIMIT_CPU_SECONDS
            case .fileSize: SEAM_LIMIT_FILE_SIZE
            case .lockedMemory: SEAM_LIMIT_LOCKED_MEMORY
            case .openFiles: SEAM_LIMIT_OPEN_FILES
            case .processes: SEAM_LIMIT_PROCESSES
            }
        }
    }

    /// The limited resource.
    package let kind: Kind
    /// The limit, in the unit of its kind.
    package let value: UInt64

    /// Creates a limit of `value` on `kind`.
    package init(_ kind: Kind, _ value: UInt64) {
        self.kind = kind
        self.value = value
    }

    /// Puts the limit on this process; a hard limit that is already lower stays.
    package func apply() throws(LinuxError) {
        let now = try Self.current(kind)
        let bound = min(value, now.hard)
        // A confined process may read its limits but not set them, not even to their current values.
        guard now.soft != bound || now.hard != bound else { return }
        _ = try LinuxError.check(seam_set_limit(kind.raw, bound, bound), "limiting \(kind)")
    }

    /// The limit now in force for this process; `UInt64.max` means none.
    package static func current(_ kind: Kind) throws(LinuxError) -> (soft: UInt64, hard: UInt64) {
        var soft: UInt64 = 0
        var hard: UInt64 = 0
        let status = unsafe seam_get_limit(kind.raw, &soft, &hard)
        _ = try LinuxError.check(status, "reading the limit of \(kind)")
        return (soft, hard)
    }
}
