import LinuxSupport
import RPC
import SeamWords
import SignalAPI
import Wire

/// The pages of people's phones. Each request acts as the person of the phone whose token it carries.
extension WebResponder {
    static let patience = DeviceLines.patience
    /// How many messages the inbox shows.
    private static let mostMessages = 50

    // MARK: - Adding a phone

    /// Adds the phone with the token, or with the letters in the form, and gives the browser its cookie.
    func pair(
        _ token: String?, _ form: String, _ kind: String?, _ language: SeamLanguage, _ address: WebAddress
    ) async -> WebAnswer {
        let letters = token == nil ? WebForm.text(of: "letters", in: form) : nil
        guard token != nil || letters != nil else {
            return WebAnswer(200, DevicePage.pairing(hasToken: false, language))
        }
        // No code has more letters than the protocol allows.
        if (letters?.utf8.count ?? 0) > 64 { return await unknown(Self.unknownCode(language), language, address) }
        let name = kind ?? DeviceWords.unnamed.said(in: language)
        do throws(WireError) {
            let made = try await devices.pair(.init(token: token, letters: letters, name: name))
            var answer = WebAnswer(to: "/?lang=\(language.code)")
            answer.cookie = DeviceCookie(rules.site).setting(made)
            return answer
        } catch {
            switch error.reason {
            case "signal.unknown_pairing": return await unknown(Self.unknownCode(language), language, address)
            case "signal.device_limit": return WebAnswer(409, .plain(DeviceWords.tooManyPhones, language))
            case "signal.limited":
                var answer = WebAnswer(429, DevicePage.linked(DeviceWords.tooManyCodes, language))
                answer.retryAfter = max(1, Int((error.retry.after ?? .seconds(60)).components.seconds))
                return answer
            default: return unreachable(error, language, DeviceWords.pairingUncertain, reload: .never)
            }
        }
    }

    private static func unknownCode(_ language: SeamLanguage) -> WebAnswer {
        WebAnswer(404, DevicePage.linked(DeviceWords.unknownCode, language))
    }

    // MARK: - Pages of a phone

    /// Shows a page, or does what its form asks for. With a `code`, the page offers to add the person who has it.
    func device(
        _ place: DevicePlace, _ form: String?, code: String? = nil, _ token: String?, _ language: SeamLanguage,
        _ address: WebAddress
    ) async -> WebAnswer {
        guard let token else { return notAdded(language) }
        let order = form.map(DeviceDeed.order)
        if case .some(nil) = order { return Self.refused(.notAForm, language) }
        var deed: DeviceDeed?
        if case .perform(let asked) = order ?? nil { deed = asked }
        do throws(WireError) {
            var answer = try await devices.run(token) { client throws(WireError) in
                guard let code else { return try await self.answer(order ?? nil, at: place, on: client, language) }
                return WebAnswer(200, page(try await Self.sight(client, place), language).adding(code))
            }
            answer.cookie =
                deed == .signOut ? DeviceCookie(rules.site).clearing : DeviceCookie(rules.site).setting(token)
            return answer
        } catch {
            switch error.reason {
            case "signal.unknown_device", "signal.not_signed_in":
                return await unknown(notAdded(language), language, address)
            default:
                let words = form == nil ? DeviceWords.away : DeviceWords.uncertain(deed)
                return unreachable(error, language, words, reload: form == nil ? .withoutScript : .never)
            }
        }
    }

    /// The page for every phone without a token that is good now. The browser forgets its token.
    private func notAdded(_ language: SeamLanguage) -> WebAnswer {
        var answer = WebAnswer(403, DevicePage.notAdded(language))
        answer.cookie = DeviceCookie(rules.site).clearing
        return answer
    }

    private func answer(
        _ order: DeviceDeed.Order?, at place: DevicePlace, on client: RPCClient, _ language: SeamLanguage
    ) async throws(WireError) -> WebAnswer {
        switch order {
        case nil: return WebAnswer(200, page(try await Self.sight(client, place), language).show(place))
        case .badPIN(let deed): return refused(.badPIN, deed, at: place, try await Self.sight(client, place), language)
        case .ask(let deed): return question(deed, at: place, try await Self.sight(client, place), language)
        case .perform(.contact(.find(let text))): return try await find(text, at: place, on: client, language)
        case .perform(let deed): return try await perform(deed, at: place, on: client, language)
        }
    }

    /// Asks before a deed. With a `refusal`, the PIN that was typed did not do.
    private func question(
        _ deed: DeviceDeed, at place: DevicePlace, _ sight: DeviceSight, _ language: SeamLanguage,
        _ refusal: DeviceRefusal? = nil
    ) -> WebAnswer {
        let notice = refusal.map { DevicePage.Notice.refused(DeviceWords.refused($0)) } ?? .none
        let status = refusal?.status ?? 200
        let page = page(sight, language)
        switch deed {
        case .allRight(let alert):
            guard let contact = sight.contact(alert: alert) else {
                return refused(.alarmOver, at: place, sight, language)
            }
            let question = DeviceWords.allRightQuestion(contact)
            return WebAnswer(200, page.question(question, "all_right", [("alert", alert.description)]))
        case .signOut: return WebAnswer(200, page.question(DeviceWords.signOutQuestion, "sign_out"))
        case .remove(let id):
            guard let device = sight.devices.first(where: { $0.id == id }) else {
                return WebAnswer(409, page.show(place))
            }
            let question = DeviceWords.removeQuestion(device)
            return WebAnswer(200, page.question(question, "remove", [("device", id.description)]))
        case .contact(.drop(let id, let role, _)): return endQuestion(id, role, at: place, sight, language, refusal)
        case .contact(.end(let id, _)): return endQuestion(id, nil, at: place, sight, language, refusal)
        case .contact: return WebAnswer(200, page.question(DeviceWords.renewQuestion, "new_code"))
        case .settings:
            return WebAnswer(
                status, page.question(DeviceWords.removePINQuestion, "remove_pin", takesPIN: true, notice))
        case .callForHelp, .checkIn, .onMyWay, .cancelCall, .markRead, .showAlarms, .giveCode, .stopAlarms:
            return WebAnswer(200, page.question(DeviceWords.helpQuestion, "help"))
        }
    }

    /// Asks before a role ends, or a whole contact. A contact with only this role ends with it. If the person then has
    /// one responder less, the PIN is needed.
    private func endQuestion(
        _ id: SignalID, _ role: ContactDeed.Role?, at place: DevicePlace, _ sight: DeviceSight,
        _ language: SeamLanguage, _ refusal: DeviceRefusal?
    ) -> WebAnswer {
        guard let contact = sight.contact(id) else { return refused(.changed, at: place, sight, language) }
        let hasBoth = contact.isResponder && contact.isDependent || contact.proposal?.isMine == true
        let role = hasBoth ? role : nil
        let page = page(sight, language)
        let fields = [("contact", id.description)] + (role.map { [("role", $0.rawValue)] } ?? [])
        let question = page.words.endQuestion(role, contact)
        return WebAnswer(
            refusal?.status ?? 200,
            page.question(
                question, role == nil ? "end" : "drop", fields, takesPIN: contact.isResponder && role != .dependent,
                refusal.map { .refused(DeviceWords.refused($0)) } ?? .none))
    }

    /// Shows why something was not done: on the question, if only the PIN was wrong, and otherwise on the page, which
    /// keeps what was typed into the settings.
    private func refused(
        _ refusal: DeviceRefusal, _ deed: DeviceDeed? = nil, at place: DevicePlace, _ sight: DeviceSight,
        _ language: SeamLanguage
    ) -> WebAnswer {
        if let deed, deed.needsQuestion, refusal.isAboutPIN {
            return question(deed, at: place, sight, language, refusal)
        }
        var page = page(sight, language)
        if case .settings(let typed) = deed { page.typed = typed }
        return WebAnswer(refusal.status, page.show(place, .refused(DeviceWords.refused(refusal))))
    }

    /// Looks up the person with a code, and asks in which way they become a contact.
    private func find(
        _ text: String, at place: DevicePlace, on client: RPCClient, _ language: SeamLanguage
    ) async throws(WireError) -> WebAnswer {
        var refusal = DeviceRefusal.noCode
        if let id = try? SignalCodeText.id(in: text) {
            do throws(WireError) {
                let info = try await client.call(ContactInfoGet.self, .init(qrCodeID: id), timeout: Self.patience)
                return WebAnswer(200, page(try await Self.sight(client, place), language).found(info))
            } catch {
                guard let known = DeviceRefusal(error) else { throw error }
                refusal = known
            }
        }
        return refused(refusal, at: place, try await Self.sight(client, place), language)
    }

    private func perform(
        _ deed: DeviceDeed, at place: DevicePlace, on client: RPCClient, _ language: SeamLanguage
    ) async throws(WireError) -> WebAnswer {
        let outcome: DeviceOutcome
        do throws(WireError) {
            outcome = try await deed.perform(on: client)
        } catch {
            guard let known = DeviceRefusal(error) else { throw error }
            outcome = .refused(known)
        }
        if deed == .signOut, outcome == .done {
            return WebAnswer(200, DevicePage.linked(DeviceWords.signedOut, language))
        }
        let sight = try await Self.sight(client, place)
        let page = page(sight, language)
        return switch outcome {
        case .refused(let refusal):
            refused(refusal.seen(in: sight, after: deed), deed, at: place, sight, language)
        case .done: WebAnswer(200, page.show(place, .recorded(page.words.recorded(deed))))
        case .agreed: WebAnswer(200, page.show(place, .recorded(DeviceWords.agreed)))
        }
    }

    private static func sight(_ client: RPCClient, _ place: DevicePlace) async throws(WireError) -> DeviceSight {
        let person = try await client.call(UserGet.self, .init(), timeout: patience)
        let alarm = try await client.call(AlertGet.self, .init(), timeout: patience).alert
        let contacts = try await client.call(ContactList.self, .init(), timeout: patience).contacts
        let pings = try await client.call(PingList.self, .init(), timeout: patience).pings
        let inbox = try await client.call(
            NotificationList.self, .init(limit: place == .inbox ? mostMessages : 1), timeout: patience)
        let now = try await client.call(ClockGet.self, .init(), timeout: patience).time
        let devices =
            [.devices, .settings].contains(place)
            ? try await client.call(DeviceList.self, .init(), timeout: patience).devices : []
        let preferences =
            place == .settings ? try await client.call(SettingsGet.self, .init(), timeout: patience) : nil
        let push =
            place == .devices ? DevicePush(try await client.call(ReachList.self, .init(), timeout: patience)) : nil
        return DeviceSight(
            now: now, person: person, alarm: alarm, contacts: contacts,
            questions: pings.filter { !$0.isMine && $0.isOpen }, unread: inbox.unread,
            inbox: place == .inbox ? inbox.notifications : [], devices: devices, push: push, preferences: preferences)
    }

    private func page(_ sight: DeviceSight, _ language: SeamLanguage) -> DevicePage {
        let now = sight.now
        let words = DeviceWords(sight: sight, local: Self.local) {
            LocalMoment.spoken($0, from: now, language) ?? Self.local($0)
        }
        return DevicePage(words: words, language: language, site: rules.site.origin)
    }
}

/// The moments of the machine's clock.
private enum LocalMoment {
    /// A moment as people say it. The value is nil for moments more than six days ahead.
    static func spoken(_ time: Timestamp, from now: Timestamp, _ language: SeamLanguage) -> String? {
        func text(_ seconds: Int, _ format: String) -> String { MachineZone.text(seconds, format) ?? "" }
        func number(_ format: String) -> Int { Int(text(time.seconds, format)) ?? 0 }
        // From noon to noon, a change of the clocks never changes the day.
        let noon = now.seconds + (12 - (Int(text(now.seconds, "%H")) ?? 0)) * 3_600
        let day = text(time.seconds, "%F")
        guard let days = (0...6).first(where: { text(noon + $0 * 86_400, "%F") == day }) else { return nil }
        return language.spoken(days: days, weekday: number("%w") + 1, hour: number("%H"), minute: number("%M"))
    }
}

extension Timestamp {
    fileprivate var seconds: Int { Int(millisecondsSince1970 / 1_000) }
}
