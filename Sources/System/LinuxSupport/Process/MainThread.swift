import CLinuxSupport

/// The thread on which the process began and the main actor runs.
package enum MainThread {
    /// Whether the calling code runs on it.
    package static var isCurrent: Bool { seam_is_main_thread() != 0 }
}
