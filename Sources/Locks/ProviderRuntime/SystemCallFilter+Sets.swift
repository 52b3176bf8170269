import Glibc
import SystemCalls

extension SystemCallFilter {
    /// The filter that applies to every provider from its start. A provider may compute, wait, use its open
    /// descriptors, and read the files that Landlock allows.
    ///
    /// A provider may start neither processes nor threads. Each of them takes one of the host's process ids. No
    /// per-process limit applies to their number, and the existing limit is per user.
    ///
    /// The argument `program` is the number of the executed descriptor. The descriptor closes on exec, and its number
    /// is above the limit on open files. If the path is absolute, the kernel ignores the number, so only Landlock
    /// decides what may be executed. `execve` itself is denied.
    static func provider(program: CInt, process: Int32) -> SystemCallFilter {
        let emptyPath: UInt64 = 0x1000
        let rules =
            plain(computing + waiting + transferring + startingUp + inspectingItself) + [
                Rule("execveat", .equals(argument: 0, UInt64(program)), .equals(argument: 4, emptyPath)),
                // A process may read its own limits, but set none.
                Rule("prlimit64", .equals(argument: 0, 0), .equals(argument: 2, 0)),
                // A process may send signals to itself (abort), but not to other processes of the same user.
                Rule("tgkill", .equals(argument: 0, UInt64(process))),
                Rule("kill", .equals(argument: 0, UInt64(process))),
            ]
        let selected = [("prctl", 0, processControls), ("fcntl", 1, descriptorControls), ("ioctl", 1, deviceControls)]
        let controls = selected.flatMap { call, argument, values in
            values.map { Rule(call, .equals(argument: UInt32(argument), $0)) }
        }
        return SystemCallFilter(allowed: rules + controls, denied: refused)
    }

    /// The filter of this project's own providers before they read their first byte. The providers keep only their open
    /// descriptors, memory, time and randomness.
    ///
    /// Such a provider can open no file and execute no program.
    static func operation(process: Int32) -> SystemCallFilter {
        let rules =
            plain(computing + waiting + ["read", "readv", "write", "writev", "close", "fstat"]) + [
                Rule("tgkill", .equals(argument: 0, UInt64(process)))
            ]
        return SystemCallFilter(allowed: rules, denied: refused + startingUp)
    }

    private static func plain(_ names: [String]) -> [Rule] { names.map { Rule($0) } }

    /// The allowed operations of `prctl`: PR_GET_DUMPABLE, PR_SET_DUMPABLE, PR_SET_NAME, PR_GET_NAME,
    /// PR_SET_NO_NEW_PRIVS, PR_GET_NO_NEW_PRIVS.
    ///
    /// PR_SET_PDEATHSIG is missing on purpose, because the launcher uses it to tie the provider to its host.
    private static let processControls: [UInt64] = [3, 4, 15, 16, 38, 39]

    /// The allowed operations of `fcntl`: F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC.
    ///
    /// F_SETOWN is missing on purpose, because it can cause signals.
    private static let descriptorControls: [UInt64] = [0, 1, 2, 3, 4, 1_030]

    /// The allowed operations of `ioctl`: TCGETS (to detect a terminal), FIONREAD, FIONBIO, FIOCLEX.
    private static let deviceControls: [UInt64] = [0x5401, 0x541B, 0x5421, 0x5451]

    private static let computing = [
        "brk", "mmap", "mprotect", "munmap", "mremap", "madvise", "membarrier",
        "clock_gettime", "clock_getres", "gettimeofday", "time", "getrandom",
        "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "restart_syscall",
        "getpid", "gettid", "sched_yield", "exit", "exit_group",
    ]

    private static let waiting = [
        "poll", "ppoll", "select", "pselect6", "futex", "nanosleep", "clock_nanosleep",
    ]

    private static let transferring = [
        "read", "readv", "write", "writev", "close", "fstat", "lseek", "pread64", "preadv", "dup", "dup2", "dup3",
        "pipe", "pipe2", "eventfd2", "timerfd_create", "timerfd_settime", "timerfd_gettime",
        "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait", "epoll_pwait2",
    ]

    /// The calls that a loader, a C library and a language runtime make when they start.
    ///
    /// Landlock limits the files that these calls can reach.
    private static let startingUp = [
        "open", "openat", "openat2", "access", "faccessat", "faccessat2", "stat", "lstat", "newfstatat", "statx",
        "fstatfs", "statfs", "readlink", "readlinkat", "getdents64", "getcwd", "chdir",
        "arch_prctl", "set_tid_address", "set_robust_list", "get_robust_list", "rseq", "getrlimit", "umask",
        "landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self", "seccomp",
    ]

    private static let inspectingItself = [
        "getuid", "geteuid", "getgid", "getegid", "getresuid", "getresgid", "getgroups", "getppid", "getpgrp",
        "getpgid",
        "getsid", "uname", "sysinfo", "getcpu", "getrusage", "times", "getpriority", "sched_getaffinity",
        "sched_getparam", "sched_getscheduler", "sched_get_priority_max", "sched_get_priority_min",
    ]

    /// The calls denied with `EPERM`, because programs and people expect this error.
    ///
    /// The call `clone3` is missing on purpose: when glibc receives `ENOSYS`, it falls back to `clone`, which fails
    /// with `EPERM`.
    private static let refused = [
        "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "sendto", "sendmsg", "recvmsg",
        "execve", "fork", "vfork", "clone", "ptrace", "process_vm_readv", "process_vm_writev", "pidfd_open",
        "pidfd_getfd", "pidfd_send_signal", "tkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "setrlimit", "setuid",
        "setgid", "setgroups",
        "setresuid", "setresgid", "setreuid", "setregid", "setsid", "setpgid", "unshare", "setns", "mount", "umount2",
        "chroot", "pivot_root", "bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "keyctl", "add_key",
        "request_key", "memfd_create", "shmget", "msgget", "semget", "mknod", "mknodat", "unlink", "unlinkat", "rename",
        "renameat", "renameat2", "mkdir", "mkdirat", "rmdir", "link", "linkat", "symlink", "symlinkat", "truncate",
        "ftruncate", "fallocate", "chmod", "fchmod", "fchmodat", "chown", "fchown", "fchownat", "creat",
        "inotify_init1",
    ]
}
