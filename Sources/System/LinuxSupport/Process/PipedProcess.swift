import CLinuxSupport
import Glibc

/// A program that gets all of its input at once, and answers within a time. The program gets no environment, and no
/// descriptors except its standard input and output. Its standard error is `/dev/null`.
package struct PipedProcess: ~Copyable {
    /// The way in which a program ended.
    package enum End: Equatable, Sendable {
        /// The program exited with a status.
        case exited(Int32)
        /// A signal ended the program.
        case signalled(Int32)
        /// The time was over, so the program was ended.
        case outOfTime
        /// The caller refused the program's output, so the program was ended.
        case refused
    }

    private static let roomSize = 256 << 10
    private static let pause: Int32 = 1

    private let process: Int32
    private let input: OwnedDescriptor
    private let output: OwnedDescriptor
    private let deadline: Deadline

    private init(_ program: String, deadline: Deadline) throws(LinuxError) {
        var (input, output): (Int32, Int32) = (-1, -1)
        let status = unsafe seam_spawn(program, &input, &output)
        process = try LinuxError.check(status, "starting \(program)")
        self.input = OwnedDescriptor(opened: input)
        self.output = OwnedDescriptor(opened: output)
        self.deadline = deadline
    }

    /// Runs a program, and blocks the calling thread until the program has ended. The program is ended at `deadline` at
    /// the latest.
    ///
    /// The closure `take` gets each piece of the output, and returns whether more output is wanted. The program need
    /// not read all of its input. Throws if the program cannot be started, or if another part of this process collects
    /// the exit statuses of children.
    package static func run(
        _ program: String, input: [[UInt8]], deadline: Deadline, take: (ArraySlice<UInt8>) -> Bool
    ) throws(LinuxError) -> End {
        let child = try PipedProcess(program, deadline: deadline)
        let early = child.exchange(input, take)
        return try child.finish(early)
    }

    /// Writes the input and reads the output at the same time, until the output ends. Returns the reason to end the
    /// program, if there is one.
    private borrowing func exchange(_ parts: [[UInt8]], _ take: (ArraySlice<UInt8>) -> Bool) -> End? {
        var left = parts.filter { !$0.isEmpty }[...]
        var sent = 0
        var room = [UInt8](repeating: 0, count: Self.roomSize)
        if left.isEmpty { endInput() }
        while true {
            let ready = wait(forWriting: !left.isEmpty)
            if deadline.hasPassed { return .outOfTime }
            if ready.writes, let part = left.first {
                // A program that reads no more still has an exit status, which says why.
                guard let count = send(part, from: sent) else {
                    left = []
                    continue
                }
                sent += count
                if sent == part.count { (left, sent) = (left.dropFirst(), 0) }
                if left.isEmpty { endInput() }
            }
            guard ready.reads else { continue }
            let got = output.withDescriptor { unsafe seam_read($0, &room, room.count) }
            if got == -Int64(EINTR) { continue }
            guard got > 0 else { return nil }
            guard take(room[..<Int(got)]) else { return .refused }
        }
    }

    private borrowing func endInput() { _ = input.withDescriptor { seam_end_input($0) } }

    /// Sends bytes, and returns their number, or nil if the program reads no more.
    private borrowing func send(_ bytes: [UInt8], from first: Int) -> Int? {
        let status = input.withDescriptor { descriptor in
            unsafe bytes.withUnsafeBytes { all in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: all[first...])
                return unsafe seam_send(descriptor, rest.baseAddress, rest.count)
            }
        }
        if status == -Int64(EAGAIN) || status == -Int64(EINTR) { return 0 }
        return status < 0 ? nil : Int(status)
    }

    private borrowing func wait(forWriting: Bool) -> (reads: Bool, writes: Bool) {
        let (reader, writer) = (output.withDescriptor { $0 }, input.withDescriptor { $0 })
        var entries = [pollfd(fd: reader, events: Int16(POLLIN), revents: 0)]
        if forWriting { entries.append(pollfd(fd: writer, events: Int16(POLLOUT), revents: 0)) }
        _ = unsafe poll(&entries, nfds_t(entries.count), Int32(clamping: deadline.remainingMilliseconds))
        return (entries[0].revents != 0, forWriting && entries[1].revents != 0)
    }

    /// Waits until the program has ended. Ends it early for a reason, or at the deadline.
    private consuming func finish(_ early: End?) throws(LinuxError) -> End {
        var early = early
        var (status, signal): (Int32, Int32) = (0, 0)
        while true {
            if early == nil, deadline.hasPassed { early = .outOfTime }
            if early != nil { _ = seam_kill(process) }
            let ended = unsafe seam_reap(process, early == nil ? 0 : 1, &status, &signal)
            if try LinuxError.check(ended, "waiting for a program") > 0 {
                return early ?? (signal == 0 ? .exited(status) : .signalled(signal))
            }
            // The program has closed its output, so it is about to end.
            _ = poll(nil, 0, Self.pause)
        }
    }
}
