import LinuxSupport
import NIOCore

/// Rests a listening channel for a moment when an accept has failed, as for want of descriptors. Until then the
/// connection that could not be accepted stays in the queue, and the kernel would say so again at once and without
/// end.
///
/// NIO's own `AcceptBackoffHandler` only delays reads that are asked for: the one whose accept failed still stands,
/// and with it the listening socket in the selector.
final class AcceptPause: ChannelInboundHandler {
    typealias InboundIn = any Channel

    private let length: TimeAmount
    private var isResting = false
    /// Given up while it rests: then one can be opened. The dispatch library looks after its threads in `/proc`, and
    /// ends the process where it cannot.
    private var spare = OwnedDescriptor.spare()

    init(_ length: TimeAmount) {
        self.length = length
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is IOError else { return context.fireErrorCaught(error) }
        guard !isResting else { return }
        isResting = true
        spare = nil
        let channel = context.channel
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        // Neither fails but for a channel that is closed, which accepts nothing any more.
        channel.setOption(.autoRead, value: false).whenFailure { _ in }
        context.eventLoop.scheduleTask(in: length) {
            bound.value.isResting = false
            bound.value.spare = OwnedDescriptor.spare()
            channel.setOption(.autoRead, value: true).whenFailure { _ in }
        }
    }
}
