import DaemonKit
import LinuxSupport
import RPC
import SignalAPI
import Wire

/// Signs people in from their phones.
extension SignalHandlers {
    func registerDevices(in handlers: inout RPCHandlers, _ find: @escaping FindSession) {
        devices.register(in: &handlers, find)
        handlers.answer(AuthResume.self) { (context, params) async throws(WireError) in
            context.onEnd { ProcessHygiene.wipeStack() }
            let pace = EvenPace(params.device)
            // The process may serve another visitor now. The session of the visitor before ends even if this call
            // fails, and its running calls never reach the next session.
            if let own = ephemeral.own(context.connectionID) {
                ephemeral.markOver(own)
                await sessions.wipe(own)
            }
            let id = try await ephemeralSession(
                context, idle: params.idleTimeout ?? AuthSignIn.Params.defaultIdleTimeout)
            let token = DeviceDesk.token(params.device) ?? []
            let device = try await whileOpen(id) { () async throws(WireError) in
                try await sessions.resume(id, with: token)
            }
            guard let device else {
                await pace?.next()
                throw .unknownDevice
            }
            return SignalDevice(device, isCurrent: true)
        }
    }
}
