import LinuxSupport
package import NIOCore

/// Pauses a listening channel for a moment after an accept has failed, for example because no descriptors were left.
/// Without the pause, the connection that could not be accepted would stay in the queue. The kernel would report it
/// again immediately, and this would never end.
///
/// NIO's own `AcceptBackoffHandler` cannot be used, because it delays only the reads that come later. The read whose
/// accept failed stays pending, so the listening socket stays in the selector.
package final class AcceptPause: ChannelInboundHandler {
    package typealias InboundIn = any Channel

    private let length: TimeAmount
    private var isResting = false
    /// A spare descriptor. It is released during the pause, so that the process can open one file. The dispatch library
    /// looks up its threads in `/proc`, and crashes the process if it cannot open files there.
    private var spare = OwnedDescriptor.spare()

    /// Creates a handler for a listening channel, whose pauses have this length.
    package init(_ length: TimeAmount) {
        self.length = length
    }

    /// Begins a pause after an error of the kernel. All other errors are passed on.
    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is IOError else { return context.fireErrorCaught(error) }
        guard !isResting else { return }
        isResting = true
        spare = nil
        let channel = context.channel
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        // Both calls fail only if the channel is closed. In this case, nothing is left to accept.
        channel.setOption(.autoRead, value: false).whenFailure { _ in }
        context.eventLoop.scheduleTask(in: length) {
            bound.value.isResting = false
            bound.value.spare = OwnedDescriptor.spare()
            channel.setOption(.autoRead, value: true).whenFailure { _ in }
        }
    }
}
