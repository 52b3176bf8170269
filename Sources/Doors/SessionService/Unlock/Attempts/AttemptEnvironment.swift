import DaemonStore
import LinuxSupport
import Logging
import ProviderHost
import Wire

/// The parts of the daemon that all attempts need.
struct AttemptEnvironment: Sendable {
    let authority: any UnlockAuthority
    let register: AttemptRegister
    let store: SessionStoreThread
    /// The hub that passes the attempts' items to watchers.
    let hub: UnlockHub
    let radio: any UnlockRadio
    let providers: ProviderHost
    let remote: RemoteDoors
    let logger: Logger
    var hangUps = HangUps()
    /// The metrics in which attempts' ends are counted.
    var instruments = SessionInstruments.none
    let now: @Sendable () -> Timestamp
    /// The clock of the attempts' deadlines.
    var monotonic: @Sendable () -> Duration = SystemClock.monotonic
}
