import LinuxSupport
import ProviderAPI
import RadioModel
import Wire

/// A running operation: a child, a link, a clock, and the conversation that connects them.
struct OperationRun: Sendable {
    let conversation: ProviderConversation
    let child: ProviderChild
    let withholding: Withholding

    /// Runs the operation. All of its tasks live in one task group, so that none of them outlives the outcome. Calls
    /// `ended` with the outcome before the child has exited.
    func outcome(
        link: some LockLink,
        observer: ProviderObserver,
        cancellation: ProviderCancellation,
        ended: (ProviderOutcome) -> Void
    ) async -> ProviderOutcome {
        let note = Locked<[UInt8]>([])
        var outcome = await withTaskGroup(of: Void.self) { group in
            group.addTask {
                let bytes = await child.run(conversation)
                note.withLock { $0 = bytes }
            }
            group.addTask { await follow(link) }
            group.addTask { await keepTime() }
            group.addTask {
                for await _ in cancellation.requests { await conversation.cancel() }
            }
            group.addTask { await work(link, observer) }
            var verdict: ProviderOutcome.Verdict?
            for await found in conversation.verdicts { verdict = found }
            // A missing verdict means that this task itself was cancelled. The child is then killed.
            let last = await conversation.currentVerdict
            let outcome = ProviderOutcome(clean(verdict ?? last ?? .cancelled), commit: await conversation.commit)
            ended(outcome)
            group.cancelAll()
            return outcome
        }
        outcome.note = withholding.note(note.withLock { $0 })
        return outcome
    }

    private func follow(_ link: some LockLink) async {
        do throws(WireError) {
            await conversation.linkOpened(try await link.opened())
        } catch {
            return await conversation.linkFailed(error)
        }
        while let event = await link.next() { await conversation.linkEvent(event) }
    }

    private func keepTime() async {
        while !Task.isCancelled {
            let due = await conversation.tick()
            // A limit that begins during this sleep is noticed up to a quarter of a second late. The deadline is not
            // affected.
            let pause = min(max(due - SystemClock.monotonic(), .milliseconds(1)), .milliseconds(250))
            try? await Task.sleep(for: pause)
        }
    }

    private func work(_ link: some LockLink, _ observer: ProviderObserver) async {
        await withDiscardingTaskGroup { group in
            for await work in conversation.works {
                group.addTask { await conversation.complete(work, await perform(work, link, observer)) }
            }
            group.cancelAll()
        }
    }

    private func perform(
        _ work: ProviderConversation.Work,
        _ link: some LockLink,
        _ observer: ProviderObserver
    ) async -> ServerMessage.Outcome {
        do throws(WireError) {
            switch work.decision {
            case .read(let path):
                let value = AttributeValue(try await link.read(path))
                return Self.reply(to: ReadCharacteristic.self, ReadCharacteristic.Result(value: value))
            case .write(let write):
                try await link.write(write)
            case .subscribe(let path):
                try await link.subscribe(path)
            case .phase(var phase):
                phase.detail = phase.detail.map(withholding.clean)
                await observer.phase(phase)
            case .prompt(var prompt):
                prompt.text = withholding.clean(prompt.text)
                // A URL from which a part was removed would lead nowhere.
                if let url = prompt.otpURL, withholding.clean(url) != url { throw WireError.noAnswer }
                return Self.reply(to: AskPerson.self, try await observer.prompt(prompt))
            case .keep(let keep):
                try await observer.keep(keep.credential)
            case .run, .finish, .refuse, .end:
                break
            }
            return .result(.emptyObject)
        } catch {
            return .error(error)
        }
    }

    private static func reply<Method: TypedMethod>(
        to method: Method.Type, _ result: Method.Result
    ) -> ServerMessage.Outcome { .result(result.jsonText) }

    private func clean(_ verdict: ProviderOutcome.Verdict) -> ProviderOutcome.Verdict {
        guard case .finished(var finish) = verdict else { return verdict }
        // A reason is a name for programs, so a reason with a redacted part is useless.
        finish.reason = finish.reason.map { withholding.clean($0) == $0 ? $0 : "provider_failed" }
        finish.debugText = finish.debugText.map(withholding.clean)
        finish.detail = finish.detail.map(withholding.clean)
        finish.identity = finish.identity.map(withholding.clean)
        finish.evidence = finish.evidence.flatMap { withholding.isFound(in: $0) ? nil : $0 }
        if let firmware = finish.status?.firmware, withholding.clean(firmware) != firmware {
            finish.status?.firmware = nil
        }
        return .finished(finish)
    }
}
