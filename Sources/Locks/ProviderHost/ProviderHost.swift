import LinuxSupport
package import Logging
package import ProviderAPI
import RadioModel
package import Wire

/// Starts providers, with one child for each operation, and keeps the children within their limits.
///
/// No action of a child can end the daemon or affect another operation, because every end is an outcome. If a provider
/// does something that no honest provider does, this host does not start the provider again.
package final class ProviderHost: Sendable {
    /// The settings of a host.
    package struct Settings: Sendable {
        /// The absolute path of `seam-provider-run`.
        package var launcher: String
        /// The installed providers.
        package var directory: ProviderDirectory
        /// Whether providers may run on a kernel without Landlock, and thus with access to files. For development only.
        package var allowsNoLandlock = false
        /// The limits of each child.
        package var limits = ProviderLimits()
        /// A closure called with the outcome of each operation.
        package var ended: @Sendable (OperationStart.Operation, _ bindingID: String?, ProviderOutcome) -> Void = {
            (_, _, _) in
        }

        /// Creates the settings of a deployment.
        package init(launcher: String, directory: ProviderDirectory) {
            self.launcher = launcher
            self.directory = directory
        }
    }

    /// The manifests of the installed providers, by name.
    package var manifests: [ProviderManifest] { settings.directory.manifests }
    /// The installed providers.
    package var directory: ProviderDirectory { settings.directory }

    private let settings: Settings
    private let methods: MethodTable
    private let logger: Logger
    private let quarantine = Locked<Set<String>>([])
    private let faults = Locked<[String: LaunchFault]>([:])

    /// The longest lifetime of a provider that is only being tried.
    private static let trialLimit = Duration.seconds(3)

    /// Creates a host that has no children yet.
    ///
    /// Throws if this program's own contract cannot be read.
    package init(settings: Settings, logger: Logger) throws(ContractFault) {
        self.settings = settings
        self.logger = logger
        methods = MethodTable(try ProviderContract.contract().methods.map(MethodTraits.init(provider:)))
    }

    /// Whether a provider has misbehaved, so that it is no longer started.
    package func isQuarantined(_ provider: String) -> Bool { quarantine.withLock { $0.contains(provider) } }

    /// The providers that could not be started in their latest trial. For each provider's name, the requirement that
    /// was missing.
    package var launchFaults: [String: LaunchFault] { faults.withLock { $0 } }

    /// Starts each provider once, in containment and without work, and then ends the provider. Afterwards,
    /// ``launchFaults`` shows the missing requirements. Quarantined providers are left out.
    package func tryAll() async {
        for manifest in manifests where !isQuarantined(manifest.name) {
            var fault: LaunchFault?
            do throws(LinuxError) {
                fault = await child(try settings.directory.program(of: manifest)).trial(within: Self.trialLimit)
            } catch {
                fault = .unsuitableProgram
            }
            faults.withLock { $0[manifest.name] = fault }
        }
    }

    private func child(_ program: String) -> ProviderChild {
        ProviderChild(
            launcher: settings.launcher, program: program, allowsNoLandlock: settings.allowsNoLandlock,
            noteLimit: settings.limits.noteBytes)
    }

    /// Runs one operation to its end. Returns once the operation's child has ended.
    ///
    /// This method may be called before the link is open: the child starts immediately and waits for `link.opened()`.
    /// When the operation ends, running methods of `link` and `observer` are cancelled as tasks, and must then return.
    /// Cancelling the calling task kills the child; `cancellation` ends the operation only before the commit write. The
    /// outcome arrives by the deadline (after the commit write: deadline plus overtime), plus the time to reap a killed
    /// process.
    package func run(
        _ request: ProviderRequest,
        link: some LockLink,
        observer: ProviderObserver = ProviderObserver(),
        cancellation: ProviderCancellation = ProviderCancellation()
    ) async -> ProviderOutcome {
        let outcome = await outcome(of: request, link: link, observer: observer, cancellation: cancellation)
        switch outcome.verdict {
        case .finished, .timedOut: faults.withLock { $0[request.provider] = nil }
        case .failed(let failure):
            if let fault = failure.launch { faults.withLock { $0[request.provider] = fault } }
        case .cancelled: break
        }
        settings.ended(request.operation, request.bindingID, outcome)
        return outcome
    }

    private func outcome(
        of request: ProviderRequest, link: some LockLink, observer: ProviderObserver,
        cancellation: ProviderCancellation
    ) async -> ProviderOutcome {
        do throws(ProviderFailure) {
            let (manifest, program) = try admit(request)
            let run = OperationRun(
                conversation: ProviderConversation(
                    request: request,
                    manifest: manifest,
                    limits: settings.limits,
                    methods: methods
                ),
                child: child(program),
                withholding: Withholding(request.secrets)
            )
            let outcome = await run.outcome(link: link, observer: observer, cancellation: cancellation) { outcome in
                exclude(request.provider, after: outcome)
                observer.ended(outcome)
            }
            log(outcome, of: request.provider)
            return outcome
        } catch {
            let outcome = ProviderOutcome(.failed(error))
            observer.ended(outcome)
            return outcome
        }
    }

    private func admit(_ request: ProviderRequest) throws(ProviderFailure) -> (ProviderManifest, String) {
        guard let manifest = settings.directory[request.provider] else {
            throw ProviderFailure(.notInstalled, "no provider of that name is installed")
        }
        guard !isQuarantined(manifest.name) else {
            throw ProviderFailure(.quarantined, "the provider misbehaved, so it is not started again")
        }
        guard manifest.operations.contains(request.operation) else {
            throw ProviderFailure(.unsupported, "the provider cannot \(request.operation.rawValue)")
        }
        guard request.operation != .unlock || manifest.actions.contains(request.action ?? .unlock) else {
            throw ProviderFailure(.unsupported, "the provider does not support this action")
        }
        do throws(LinuxError) {
            return (manifest, try settings.directory.program(of: manifest))
        } catch {
            throw ProviderFailure(.notInstalled, error.description)
        }
    }

    /// Quarantines a provider that did something that no honest provider does.
    private func exclude(_ provider: String, after outcome: ProviderOutcome) {
        guard case .failed(let failure) = outcome.verdict, failure.isHostile else { return }
        quarantine.withLock { _ = $0.insert(provider) }
    }

    private func log(_ outcome: ProviderOutcome, of provider: String) {
        guard case .failed(let failure) = outcome.verdict else { return }
        logger.log(
            level: failure.isHostile ? .error : .notice,
            "provider failed",
            metadata: [
                "provider": .string(provider),
                "code": .string(failure.code.rawValue),
                "cause": .string(failure.message),
                "stderr": .string(outcome.note),
                "quarantined": .stringConvertible(failure.isHostile),
            ]
        )
    }
}

extension MethodTraits {
    /// Creates the traits of a method in the provider's contract.
    fileprivate convenience init(provider method: ContractMethod) {
        self.init(
            method.name,
            method.kind == .stream ? .stream : .unary,
            sockets: method.sockets,
            // The operation's own deadline limits every call. A timeout on the wire could only make the host miss the
            // lock's answer.
            defaultTimeout: nil,
            maxTimeout: method.maximumTimeout,
            onDisconnect: .cancel,
            overflow: method.overflow.compactMap { OverflowPolicy(rawValue: $0.rawValue) }
        )
    }
}
