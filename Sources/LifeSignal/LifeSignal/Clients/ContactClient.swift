public import Foundation
public import SignalDependencies

/// The people whom the person knows, and their roles for each other.
public struct ContactClient: Sendable {
    /// All contacts. Throws ``ContactError``.
    public var getContacts: @Sendable () async throws -> IdentifiedArrayOf<Contact>
    /// The contact with that ``Contact/id`` or ``Contact/contactID``. Throws ``ContactError``.
    public var getContact: @Sendable (UUID) async throws -> Contact
    /// Adds a contact: the id that ``getContactInfo`` gave, given name, family name and phone number as the owner
    /// writes them, whether it is a responder, whether a dependent; at least one. The other side has to agree before
    /// that has an effect. Throws ``ContactError``.
    public var addContact: @Sendable (UUID, String, String, String, Bool, Bool) async throws -> Contact
    /// Changes names, phone number, roles and tier of a contact; the rest is ignored. Throws ``ContactError``.
    public var updateContact: @Sendable (Contact) async throws -> Contact
    /// Ends a contact, for both sides at once. Throws ``ContactError``.
    public var removeContact: @Sendable (UUID) async throws -> Void
    /// Whom a code stands for. Throws ``ContactError``.
    public var getContactInfo: @Sendable (String) async throws -> ContactInfo
    /// All contacts, at once and after each change.
    public var contactsStream: @Sendable () async -> AsyncStream<IdentifiedArrayOf<Contact>>

    /// A client made of functions.
    public init(
        getContacts: @escaping @Sendable () async throws -> IdentifiedArrayOf<Contact>,
        getContact: @escaping @Sendable (UUID) async throws -> Contact,
        addContact: @escaping @Sendable (UUID, String, String, String, Bool, Bool) async throws -> Contact,
        updateContact: @escaping @Sendable (Contact) async throws -> Contact,
        removeContact: @escaping @Sendable (UUID) async throws -> Void,
        getContactInfo: @escaping @Sendable (String) async throws -> ContactInfo,
        contactsStream: @escaping @Sendable () async -> AsyncStream<IdentifiedArrayOf<Contact>>
    ) {
        self.getContacts = getContacts
        self.getContact = getContact
        self.addContact = addContact
        self.updateContact = updateContact
        self.removeContact = removeContact
        self.getContactInfo = getContactInfo
        self.contactsStream = contactsStream
    }

    /// ``getContact``, with labels.
    public func getContact(contactID: UUID) async throws -> Contact {
        try await getContact(contactID)
    }

    /// ``addContact``, with labels.
    public func addContact(
        contactID: UUID, firstName: String, lastName: String, phoneNumber: String, isResponder: Bool, isDependent: Bool
    ) async throws -> Contact {
        try await addContact(contactID, firstName, lastName, phoneNumber, isResponder, isDependent)
    }

    /// ``removeContact``, with labels.
    public func removeContact(contactID: UUID) async throws {
        try await removeContact(contactID)
    }

    /// ``getContactInfo``, with labels.
    public func getContactInfo(qrCode: String) async throws -> ContactInfo {
        try await getContactInfo(qrCode)
    }
}

extension ContactClient: DependencyKey {
    /// Talks to the daemon: ``BackendService/shared``.
    public static var liveValue: Self { live(.shared) }

    /// Ada Moreno and her people, in memory.
    public static var previewValue: Self { preview(.shared) }

    /// Fails: a test sets what it needs.
    public static var testValue: Self {
        Self(
            getContacts: { throw ContactError.unimplemented("ContactClient.getContacts") },
            getContact: { _ in throw ContactError.unimplemented("ContactClient.getContact") },
            addContact: { _, _, _, _, _, _ in throw ContactError.unimplemented("ContactClient.addContact") },
            updateContact: { _ in throw ContactError.unimplemented("ContactClient.updateContact") },
            removeContact: { _ in throw ContactError.unimplemented("ContactClient.removeContact") },
            getContactInfo: { _ in throw ContactError.unimplemented("ContactClient.getContactInfo") },
            contactsStream: { .ended })
    }
}

extension DependencyValues {
    /// ``ContactClient`` of this task.
    public var contactClient: ContactClient {
        get { self[ContactClient.self] }
        set { self[ContactClient.self] = newValue }
    }
}
