public import Foundation
import SignalAPI
public import SignalDependencies
import Wire

/// Reads and changes contacts through the daemon, for ``ContactClient``.
public final class BackendContactClientContactAdapter: Sendable {
    private let backendService: BackendService

    /// Creates an adapter for a daemon, without connecting to the daemon yet.
    public init(backendService: BackendService = .shared) {
        self.backendService = backendService
    }

    /// All contacts. Throws ``ContactError``.
    public func getContacts() async throws -> IdentifiedArrayOf<Contact> {
        let person = try await userID()
        let found = try await backendService.call(ContactList.self, .init(), throwing: ContactError.self).contacts
        return Self.array(found, of: person)
    }

    /// One contact. Throws ``ContactError``.
    public func getContact(contactID: UUID) async throws -> Contact {
        let person = try await userID()
        let params = ContactParams(contact: SignalID(contactID))
        return Contact(
            try await backendService.call(ContactGet.self, params, throwing: ContactError.self), of: person)
    }

    /// Adds the person whose code was looked up. Throws ``ContactError``.
    public func addContact(
        contactID: UUID, firstName: String, lastName: String, phoneNumber: String, isResponder: Bool, isDependent: Bool
    ) async throws -> Contact {
        let person = try await userID()
        let wish = ContactWish(
            firstName: firstName, lastName: lastName, phone: phoneNumber, isResponder: isResponder,
            isDependent: isDependent)
        // The call cannot be repeated safely, because a ticket works only once.
        let added = try await backendService.call(
            ContactAdd.self, .init(ticket: SignalID(contactID), wish: wish), throwing: ContactError.self,
            isSafeToRepeat: false)
        return Contact(added, of: person)
    }

    /// Changes names, phone, roles and tier. Throws ``ContactError``.
    public func updateContact(_ contact: Contact) async throws -> Contact {
        let person = try await userID()
        let wish = ContactWish(
            firstName: contact.firstName, lastName: contact.lastName, phone: contact.phoneNumber,
            isResponder: contact.isResponder, isDependent: contact.isDependent, tier: contact.tier)
        let params = ContactUpdate.Params(contact: SignalID(contact.id), wish: wish)
        return Contact(
            try await backendService.call(ContactUpdate.self, params, throwing: ContactError.self) { $0.pin = $1 },
            of: person)
    }

    /// Ends the contact with a person. Throws ``ContactError``.
    public func removeContact(contactID: UUID) async throws {
        let params = ContactRemove.Params(contact: SignalID(contactID))
        _ = try await backendService.call(
            ContactRemove.self, params, throwing: ContactError.self, isSafeToRepeat: false
        ) { $0.pin = $1 }
    }

    /// Finds the person that a code stands for. Throws ``ContactError``.
    public func getContactInfo(qrCode: String) async throws -> ContactInfo {
        let id: SignalID
        do throws(SignalCodeText.Fault) {
            id = try SignalCodeText.id(in: qrCode)
        } catch {
            throw ContactError.validationError(error.message)
        }
        let found = try await backendService.call(
            ContactInfoGet.self, .init(qrCodeID: id), throwing: ContactError.self)
        return ContactInfo(
            id: UUID(found.ticket), firstName: found.firstName, lastName: "", phoneNumber: found.phoneHint,
            expires: Date(found.expiresAt))
    }

    /// Delivers all contacts as soon as the daemon reports them, and again after each change.
    public func contactsStream() -> AsyncStream<IdentifiedArrayOf<Contact>> {
        backendService.stream { [backendService] contacts in
            var known: [SignalContact] = []
            await backendService.followPersonRows(ContactWatch.self) { change in
                switch change {
                case .rows(let rows):
                    known = rows.compactMap { if case .snapshot(let contact) = $0 { contact } else { nil } }
                case .item(.contact(let contact)):
                    if let place = known.firstIndex(where: { $0.id == contact.id }) {
                        known[place] = contact
                    } else {
                        known.append(contact)
                    }
                case .item(.removed(let id)): known.removeAll { $0.id == id }
                case .item(.ended):
                    contacts.yield([])
                    return .enough
                case .item(.snapshot): return .more
                }
                contacts.yield(Self.array(known, of: backendService.userID))
                return .more
            }
        }
    }

    private func userID() async throws -> UUID {
        UUID(try await backendService.call(UserGet.self, .init(), throwing: ContactError.self).id)
    }

    private static func array(_ contacts: [SignalContact], of person: UUID) -> IdentifiedArrayOf<Contact> {
        IdentifiedArray(contacts.map { Contact($0, of: person) }, uniquingIDsWith: { first, _ in first })
    }
}

extension ContactClient {
    /// A client that talks to that daemon.
    public static func live(_ backendService: BackendService) -> Self {
        let adapter = BackendContactClientContactAdapter(backendService: backendService)
        return Self(
            getContacts: { try await adapter.getContacts() },
            getContact: { try await adapter.getContact(contactID: $0) },
            addContact: {
                try await adapter.addContact(
                    contactID: $0, firstName: $1, lastName: $2, phoneNumber: $3, isResponder: $4, isDependent: $5)
            },
            updateContact: { try await adapter.updateContact($0) },
            removeContact: { try await adapter.removeContact(contactID: $0) },
            getContactInfo: { try await adapter.getContactInfo(qrCode: $0) },
            contactsStream: { adapter.contactsStream() })
    }
}
