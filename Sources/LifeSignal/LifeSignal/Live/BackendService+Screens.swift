import LinuxSupport
import RPC
package import SignalAPI
package import Wire

/// News for a screen about the person who is signed in.
package enum SignalNews: Sendable, Equatable {
    /// The daemon cannot be reached.
    case unreachable(WireError)
    case signedOut
    case person(SignalPerson)
    /// The person's own alarm, or nil if there is no alarm.
    case alert(SignalAlert?)
    /// All contacts. They replace everything that was known before.
    case contacts([SignalContact])
    case contact(SignalContact)
    case contactGone(SignalID)
    /// The pings of the last day.
    case pings([SignalPing])
    case ping(SignalPing)
    /// The latest notifications, and how many of all notifications are unread.
    case inbox([SignalNotification], unread: Int)
    case notification(SignalNotification)
}

/// What a screen needs of LifeSignal's daemon.
package protocol SignalReporting: Sendable {
    /// Reports everything about the person who is signed in, and then each change, until the task is cancelled. The
    /// news about a person come with the person's id, so that the receiver can drop late news about an earlier person.
    func follow(_ receive: @escaping @Sendable (SignalNews, SignalID?) async -> Void) async

    /// Calls a method in the service's session.
    func answer<Method: TypedMethod>(
        _ method: Method.Type, _ params: Method.Params
    ) async throws(WireError) -> Method.Result
}

extension BackendService: SignalReporting {
    package func answer<Method: TypedMethod>(
        _ method: Method.Type, _ params: Method.Params
    ) async throws(WireError) -> Method.Result {
        try await attempt(method, try ofSession(params), Method.onlyReads)
    }

    package func follow(_ receive: @escaping @Sendable (SignalNews, SignalID?) async -> Void) async {
        var topics: (person: SignalID, task: Task<Void, Never>)?
        while !Task.isCancelled {
            await followRows(AuthWatch.self, failed: { await receive(.unreachable($0), nil) }) { change in
                let state: SignalState
                switch change {
                case .rows(let rows):
                    guard case .snapshot(let row)? = rows.last else { return .more }
                    state = row
                case .item(.snapshot(let item)), .item(.auth(let item)): state = item
                }
                heard(state.person)
                if topics?.person != state.person?.id {
                    topics?.task.cancel()
                    topics = nil
                }
                guard let person = state.person else {
                    await receive(.signedOut, nil)
                    return .more
                }
                await receive(.person(person), person.id)
                if topics == nil {
                    let task = Task(executorPreference: ClientLoop.executor) {
                        await self.followTopics(of: person.id, receive)
                    }
                    topics = (person.id, task)
                }
                return .more
            }
        }
        topics?.task.cancel()
    }

    /// Follows the topics about one person, until the task is cancelled or the person signs out.
    private func followTopics(
        of person: SignalID, _ receive: @escaping @Sendable (SignalNews, SignalID?) async -> Void
    ) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await self.followRows(UserWatch.self) { change in
                    switch change {
                    case .rows(let rows):
                        if case .snapshot(let row)? = rows.last { await receive(.person(row), person) }
                    case .item(.snapshot(let item)), .item(.user(let item)): await receive(.person(item), person)
                    case .item(.ended): return .enough
                    }
                    return .more
                }
            }
            group.addTask {
                await self.followRows(AlertWatch.self) { change in
                    switch change {
                    case .rows(let rows):
                        if case .snapshot(let row)? = rows.last { await receive(.alert(row.alert), person) }
                    case .item(.snapshot(let item)), .item(.alert(let item)): await receive(.alert(item.alert), person)
                    case .item(.ended): return .enough
                    }
                    return .more
                }
            }
            group.addTask { await self.followContacts(of: person, receive) }
            group.addTask { await self.followPings(of: person, receive) }
            group.addTask { await self.followInbox(of: person, receive) }
        }
    }

    private func followContacts(
        of person: SignalID, _ receive: @escaping @Sendable (SignalNews, SignalID?) async -> Void
    ) async {
        await followRows(ContactWatch.self) { change in
            switch change {
            case .rows(let rows):
                await receive(
                    .contacts(rows.compactMap { if case .snapshot(let contact) = $0 { contact } else { nil } }), person)
            case .item(.snapshot(let contact)), .item(.contact(let contact)): await receive(.contact(contact), person)
            case .item(.removed(let id)): await receive(.contactGone(id), person)
            case .item(.ended): return .enough
            }
            return .more
        }
    }

    private func followPings(
        of person: SignalID, _ receive: @escaping @Sendable (SignalNews, SignalID?) async -> Void
    ) async {
        await followRows(PingWatch.self) { change in
            switch change {
            case .rows:
                // The topic has no state, so the pings are read once the subscription has begun.
                if let list = try? await answer(PingList.self, .init()) { await receive(.pings(list.pings), person) }
            case .item(.ping(let ping)): await receive(.ping(ping), person)
            case .item(.ended): return .enough
            }
            return .more
        }
    }

    private func followInbox(
        of person: SignalID, _ receive: @escaping @Sendable (SignalNews, SignalID?) async -> Void
    ) async {
        await followRows(NotificationWatch.self) { change in
            switch change {
            case .rows:
                if let list = try? await answer(NotificationList.self, .init()) {
                    await receive(.inbox(list.notifications, unread: list.unread), person)
                }
            case .item(.notification(let notification)): await receive(.notification(notification), person)
            case .item(.ended): return .enough
            }
            return .more
        }
    }
}
