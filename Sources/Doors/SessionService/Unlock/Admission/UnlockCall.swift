import DaemonCore
import DaemonStore
import LinuxSupport
import ProviderHost
import RPC
import RadioModel
import SeamModel
import SessionAPI
import SessionCore
import SessionStore
import Wire

/// One call of `unlock.start`: its parameters, its session, and its idempotency key.
struct UnlockCall: Sendable {
    let params: UnlockStart.Params
    let session: SessionID
    let groups: Set<UInt32>
    let idem: String
    let fingerprint: String
    /// When the caller stops waiting for the attempt to begin, on the monotonic clock.
    let due: Duration

    /// Throws `idem.required` if the call has no idempotency key.
    init(_ params: UnlockStart.Params, of session: SessionID, _ context: RPCContext) throws(WireError) {
        guard let idem = context.idem else { throw .idemRequired }
        self.params = params
        self.session = session
        self.idem = idem
        groups = context.groups
        due = SystemClock.monotonic() + (params.timeout ?? Self.timeout)
        fingerprint = CallFingerprint.of(params.json)
    }

    /// How long the call may take, from its arrival.
    var timeout: Duration { params.timeout ?? Self.timeout }

    private static let timeout = Duration.seconds(10)

    /// The request for ``Preflight``. It may wait until `moment` for keys to be read.
    func request(until moment: Duration) -> UnlockRequest {
        var request = UnlockRequest(
            credentialID: params.credentialID, proximity: params.proximity, entranceID: params.entranceID)
        request.groups = groups
        request.until = moment
        return request
    }

    /// The attempt's first row in the journal.
    func admission(_ attemptID: String, grant: UnlockGrant, trace: String?, at now: Timestamp) -> AttemptAdmission {
        let candidates = if case .nearby(let doors) = grant.way { doors.candidates } else { [UnlockCandidate]() }
        let door = candidates.count == 1 ? candidates.first : nil
        var admission = AttemptAdmission(
            attemptID: attemptID, session: session, method: UnlockStart.name, credentialID: params.credentialID,
            authority: grant.authority, admittedAt: now)
        admission.identityID = grant.identityID
        admission.idem = idem
        admission.fingerprint = fingerprint
        admission.credentialName = grant.credentialName
        admission.entranceID = door?.entranceID ?? grant.remote?.deviceID
        admission.entranceName = door?.entranceName ?? grant.remote?.name
        admission.bindingID = door?.binding.id
        admission.lockAddress = door?.binding.device.address
        admission.trace = trace
        admission.provider = grant.nearby?.manifest.name ?? grant.remote?.provider
        admission.proximity = grant.way.proximity
        return admission
    }
}
