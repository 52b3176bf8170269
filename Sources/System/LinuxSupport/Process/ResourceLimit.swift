import CLinuxSupport

/// A limit that the kernel enforces on this process. The limit is both hard and soft, so that the process cannot raise
/// it again.
package struct ResourceLimit: Sendable, Equatable {
    /// The limited resource.
    package enum Kind: Sendable, CaseIterable {
        /// The size of the address space, in bytes.
        case addressSpace
        /// The size of a core file, in bytes.
        case core
        /// The processor time, in seconds. Beyond the limit, the process receives SIGXCPU, then SIGKILL.
        case processorSeconds
        /// The size of any written file, in bytes.
        case fileSize
        /// The size of the memory that is locked in place, in bytes.
        case lockedMemory
        /// The highest descriptor number, plus one.
        case openFiles
        /// The number of processes and threads of this *user*, in all programs.
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

    /// Sets the limit for this process. A hard limit that is already lower is left unchanged.
    package func apply() throws(LinuxError) {
        let now = try Self.current(kind)
        let bound = min(value, now.hard)
        // A confined process may read its limits, but may not set them, not even to their current values.
        guard now.soft != bound || now.hard != bound else { return }
        _ = try LinuxError.check(seam_set_limit(kind.raw, bound, bound), "limiting \(kind)")
    }

    /// Returns the limit that now applies to this process; `UInt64.max` means no limit.
    package static func current(_ kind: Kind) throws(LinuxError) -> (soft: UInt64, hard: UInt64) {
        var soft: UInt64 = 0
        var hard: UInt64 = 0
        let status = unsafe seam_get_limit(kind.raw, &soft, &hard)
        _ = try LinuxError.check(status, "reading the limit of \(kind)")
        return (soft, hard)
    }
}
