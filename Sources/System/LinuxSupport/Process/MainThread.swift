import CLinuxSupport

/// The thread that the process began with, on which the main actor runs.
package enum MainThread {
    /// Whether this code runs on it.
    package static var isCurrent: Bool { seam_is_main_thread() != 0 }
}
