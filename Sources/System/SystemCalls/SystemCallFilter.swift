import CSeccomp
import Glibc
package import LinuxSupport

/// The list of system calls that a process may still make. All other calls fail with an error once the filter is
/// loaded.
///
/// Calls that the filter denies by name fail with `EPERM`. Calls that the filter does not mention fail with `ENOSYS`,
/// so that a C library newer than this list falls back to older calls.
package struct SystemCallFilter: Sendable {
    /// A condition on one of a call's arguments (0 to 5).
    ///
    /// A rule applies only if all of its conditions are met.
    package enum Condition: Sendable {
        /// The argument has this value.
        case equals(argument: UInt32, UInt64)
    }

    /// A system call and the conditions under which the call is allowed.
    package struct Rule: Sendable {
        let call: String
        let conditions: [Condition]

        /// Creates the rule that allows a call if all conditions are met.
        package init(_ call: String, _ conditions: Condition...) {
            self.call = call
            self.conditions = conditions
        }
    }

    private let allowed: [Rule]
    /// The calls denied with `EPERM`.
    ///
    /// If a rule allows a call under conditions that are not met, the call fails with `ENOSYS`, even if this list names
    /// the call.
    private let denied: [String]

    /// Creates a filter. Calls that it does not mention fail with `ENOSYS`.
    package init(allowed: [Rule], denied: [String]) {
        self.allowed = allowed
        self.denied = denied
    }

    /// Applies the filter to this process's threads (by default, to all of them). The filter also applies to every
    /// program that the process executes.
    ///
    /// The process must have set no_new_privs.
    package func load(onAllThreads: Bool = true) throws(LinuxError) {
        let filter = unsafe seccomp_init(seam_scmp_act_errno(UInt16(ENOSYS)))
        guard let filter = unsafe filter else {
            throw LinuxError(.system, "there is not enough memory for a system-call filter")
        }
        defer { unsafe seccomp_release(filter) }
        let covered = unsafe seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, onAllThreads ? 1 : 0)
        try Self.check(covered, "covering all threads")
        for rule in allowed {
            try unsafe Self.add(rule.call, seam_scmp_act_allow(), rule.conditions, to: filter)
        }
        for call in Set(denied).subtracting(allowed.map(\.call)) {
            try unsafe Self.add(call, seam_scmp_act_errno(UInt16(EPERM)), [], to: filter)
        }
        try Self.check(unsafe seccomp_load(filter), "loading the system-call filter")
    }

    private static func add(
        _ call: String,
        _ action: UInt32,
        _ conditions: [Condition],
        to filter: scmp_filter_ctx
    ) throws(LinuxError) {
        let number = unsafe seccomp_syscall_resolve_name(call)
        // A negative number means that this architecture or this libseccomp does not know the call. In this case,
        // nothing has to be allowed or denied.
        guard number >= 0 else { return }
        let comparisons = conditions.map { condition in
            switch condition {
            case .equals(let argument, let value):
                scmp_arg_cmp(arg: argument, op: SCMP_CMP_EQ, datum_a: value, datum_b: 0)
            }
        }
        try check(
            unsafe seccomp_rule_add_array(filter, action, number, UInt32(comparisons.count), comparisons),
            "filtering \(call)"
        )
    }

    private static func check(_ status: CInt, _ step: String) throws(LinuxError) {
        guard status == 0 else { throw LinuxError(.system, "\(step) failed", errorNumber: -status) }
    }
}
