import CLinuxSupport

/// The thread on which the process began and on which the main actor runs.
package enum MainThread {
    /// Whether the calling code runs on the main thread.
    package static var isCurrent: Bool { seam_is_main_thread() != 0 }
}
