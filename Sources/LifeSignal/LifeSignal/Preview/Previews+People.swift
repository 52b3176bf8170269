import Foundation
import SignalDependencies

extension ContactClient {
    /// Creates a client for the person in the preview.
    package static func preview(_ world: PreviewWorld) -> Self {
        Self(
            getContacts: { try world.person(throwing: ContactError.self).contacts },
            getContact: { try world.person(throwing: ContactError.self).contact($0) },
            addContact: { id, first, last, phone, isResponder, isDependent in
                try world.change(throwing: ContactError.self) { person in
                    guard isResponder || isDependent else {
                        throw ContactError.validationError("a contact has at least one role")
                    }
                    let contact = Contact(
                        id: UUID(), userID: person.user.id, contactID: id, firstName: first, lastName: last,
                        phoneNumber: phone, isResponder: isResponder, isDependent: isDependent, dateAdded: Date())
                    person.contacts.append(contact)
                    return contact
                }
            },
            updateContact: { new in
                try world.change(throwing: ContactError.self) { person in
                    guard new.isResponder || new.isDependent else {
                        throw ContactError.validationError("a contact has at least one role")
                    }
                    var contact = try person.contact(new.id)
                    (contact.firstName, contact.lastName) = (new.firstName, new.lastName)
                    (contact.phoneNumber, contact.tier) = (new.phoneNumber, new.tier)
                    (contact.isResponder, contact.isDependent) = (new.isResponder, new.isDependent)
                    person.contacts[id: contact.id] = contact
                    return contact
                }
            },
            removeContact: { id in
                try world.change(throwing: ContactError.self) { person in
                    let contact = try person.contact(id)
                    person.contacts[id: contact.id] = nil
                }
            },
            getContactInfo: { code in
                _ = try world.person(throwing: ContactError.self)
                guard (try? SignalCode.id(in: code)) != nil else {
                    throw ContactError.notFoundError(
                        "there is no such code (it may have been removed, or it belongs to somebody else)")
                }
                return ContactInfo(id: UUID(), firstName: "Emil", lastName: "", phoneNumber: "+49 … 4321")
            },
            contactsStream: { world.outlet.stream { .some($0.contacts) } })
    }
}

extension NotificationClient {
    /// A client for the made-up person of previews.
    package static func preview(_ world: PreviewWorld) -> Self {
        Self(
            getNotifications: { try world.person(throwing: NotificationError.self).notifications },
            markAsRead: { id in
                try world.change(throwing: NotificationError.self) { person in
                    guard person.notifications[id: id] != nil else {
                        throw NotificationError.notFoundError("there is no such notification")
                    }
                    person.notifications[id: id]?.isRead = true
                }
            },
            markAllAsRead: {
                try world.change(throwing: NotificationError.self) { person in
                    for id in person.notifications.ids { person.notifications[id: id]?.isRead = true }
                }
            },
            deleteNotification: { id in
                try world.change(throwing: NotificationError.self) { person in
                    guard person.notifications.remove(id: id) != nil else {
                        throw NotificationError.notFoundError("there is no such notification")
                    }
                }
            },
            deleteAllNotifications: {
                try world.change(throwing: NotificationError.self) { $0.notifications = [] }
            },
            scheduleCheckInReminder: { time in
                _ = try world.person(throwing: NotificationError.self)
                guard time > Date() else { throw NotificationError.validationError("the time is in the past") }
            },
            updateNotificationSettings: { preferences in
                try world.change(throwing: NotificationError.self) { $0.preferences = preferences }
            },
            notificationStream: { world.outlet.stream(each: { $0.notifications.filter { !$0.isRead }.elements }) })
    }
}

extension StorageClient {
    /// A client for the made-up person of previews.
    package static func preview(_ world: PreviewWorld) -> Self {
        Self(
            uploadImage: { image in try world.change(throwing: StorageError.self) { $0.keep(image) } },
            downloadImage: { url in
                guard let image = try world.person(throwing: StorageError.self).images[url] else {
                    throw StorageError.notFoundError("there is no such picture")
                }
                return image
            },
            deleteImage: { url in try world.change(throwing: StorageError.self) { $0.images[url] = nil } })
    }
}
