public import Foundation
public import SignalDependencies

/// The person's contacts, and their roles for each other.
public struct ContactClient: Sendable {
    /// All contacts. Throws ``ContactError``.
    public var getContacts: @Sendable () async throws -> IdentifiedArrayOf<Contact>
    /// The contact with this ``Contact/id`` or ``Contact/contactID``. Throws ``ContactError``.
    public var getContact: @Sendable (UUID) async throws -> Contact
    /// Adds a contact. The parameters are the id from ``getContactInfo``; the contact's given name, family name and
    /// phone number as the owner writes them; and whether the contact is a responder or a dependent (at least one of
    /// the two). The contact has no effect until the other person agrees. Throws ``ContactError``.
    public var addContact: @Sendable (UUID, String, String, String, Bool, Bool) async throws -> Contact
    /// Changes a contact's names, phone number, roles and tier; other fields are ignored. Throws ``ContactError``.
    public var updateContact: @Sendable (Contact) async throws -> Contact
    /// Ends the contact between the two people immediately, for both of them. Throws ``ContactError``.
    public var removeContact: @Sendable (UUID) async throws -> Void
    /// Finds the person whose code this is. Throws ``ContactError``.
    public var getContactInfo: @Sendable (String) async throws -> ContactInfo
    /// Delivers all contacts immediately, and again after each change.
    public var contactsStream: @Sendable () async -> AsyncStream<IdentifiedArrayOf<Contact>>

    /// Creates a client from closures.
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

    /// Calls ``getContact`` with argument labels.
    public func getContact(contactID: UUID) async throws -> Contact {
        try await getContact(contactID)
    }

    /// Calls ``addContact`` with argument labels.
    public func addContact(
        contactID: UUID, firstName: String, lastName: String, phoneNumber: String, isResponder: Bool, isDependent: Bool
    ) async throws -> Contact {
        try await addContact(contactID, firstName, lastName, phoneNumber, isResponder, isDependent)
    }

    /// Calls ``removeContact`` with argument labels.
    public func removeContact(contactID: UUID) async throws {
        try await removeContact(contactID)
    }

    /// Calls ``getContactInfo`` with argument labels.
    public func getContactInfo(qrCode: String) async throws -> ContactInfo {
        try await getContactInfo(qrCode)
    }
}

extension ContactClient: DependencyKey {
    /// Talks to the daemon: ``BackendService/shared``.
    public static var liveValue: Self { live(.shared) }

    /// Ada Moreno and her people, in memory.
    public static var previewValue: Self { preview(.shared) }

    /// Fails on every call. A test must override the functions that it uses.
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
    /// The current task's ``ContactClient``.
    public var contactClient: ContactClient {
        get { self[ContactClient.self] }
        set { self[ContactClient.self] = newValue }
    }
}
