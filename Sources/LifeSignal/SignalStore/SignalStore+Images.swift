internal import Crypto
internal import Foundation
internal import GRDB
package import SealedDatabase
package import SignalCore
package import Wire

/// The result of storing a picture.
package enum ImageOutcome: Sendable, Hashable {
    /// The picture is stored under this name.
    case stored([UInt8])
    /// The person has too many pictures.
    case full
}

/// The pictures of people. A picture's name is the SHA-256 of its bytes.
extension SignalStore {
    /// The most pictures of a person.
    package static let mostImages = 4

    /// The name of a picture.
    package static func imageName(of bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }

    /// Stores a picture of a person. The same picture is stored only once.
    package func putImage(
        _ bytes: [UInt8], of person: SignalPersonID, at now: Timestamp
    ) throws(StoreError) -> ImageOutcome {
        try write { db in
            _ = try known(person, in: db)
            let name = Self.imageName(of: bytes)
            guard try !hasImage(name, of: person, in: db) else { return .stored(name) }
            let count = try Int.fetchOne(
                db, kept: "SELECT count(*) FROM image WHERE person = ?", arguments: [Data(person)])
            guard count ?? 0 < Self.mostImages else { return .full }
            let key = try keys.makeDataKey(for: .person(person), in: db, at: now)
            try db.execute(
                kept: "INSERT INTO image (person, name_hmac, content) VALUES (?, ?, ?)",
                arguments: [
                    Data(person), try hmac(ofImage: name, in: db),
                    try Seal.close(bytes, key: key, context: Self.imageContext(name, person)),
                ])
            return .stored(name)
        }
    }

    /// A picture that a person may see: their own, or the one that a contact shows. Returns nil for any other picture.
    package func image(_ name: [UInt8], for reader: SignalPersonID, at now: Timestamp) throws(StoreError) -> [UInt8]? {
        try read { db in
            if let bytes = try imageBytes(name, of: reader, in: db) { return bytes }
            for row in try imageOwners(name, besides: reader, in: db) {
                do {
                    guard let bound = try bound(row, to: reader, in: db),
                        try view(bound, in: db, at: now)?.image == name
                    else { continue }
                    if let bytes = try imageBytes(name, of: row, in: db) { return bytes }
                } catch  where Self.isOnePersons(error) {
                    // An unreadable contact does not hide the picture of another.
                }
            }
            return nil
        }
    }

    /// Shows a person's contacts one of the person's pictures, and deletes the picture that they saw before. Without a
    /// name, deletes all pictures of the person, even those that nobody has seen. Returns nil if the person has no such
    /// picture.
    package func showImage(
        _ name: [UInt8]?, of id: SignalPersonID, at now: Timestamp
    ) throws(StoreError) -> PersonRecord? {
        try write { db in
            var person = try known(id, in: db)
            if let name, try !hasImage(name, of: id, in: db) { return nil }
            if name == nil {
                try db.execute(kept: "DELETE FROM image WHERE person = ?", arguments: [Data(id)])
            }
            guard person.profile.image != name else { return person }
            if let before = person.profile.image { try removeImage(before, of: id, in: db) }
            person.profile.image = name
            person.revision += 1
            try save(person, in: db, at: now)
            return person
        }
    }

    /// Deletes a picture of a person, and shows it no longer.
    package func deleteImage(
        _ name: [UInt8], of id: SignalPersonID, at now: Timestamp
    ) throws(StoreError) -> PersonRecord {
        try write { db in
            var person = try known(id, in: db)
            try removeImage(name, of: id, in: db)
            guard person.profile.image == name else { return person }
            person.profile.image = nil
            person.revision += 1
            try save(person, in: db, at: now)
            return person
        }
    }

    private func removeImage(_ name: [UInt8], of person: SignalPersonID, in db: Database) throws {
        try db.execute(
            kept: "DELETE FROM image WHERE person = ? AND name_hmac = ?",
            arguments: [Data(person), try hmac(ofImage: name, in: db)])
    }

    private func hasImage(_ name: [UInt8], of person: SignalPersonID, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db, kept: "SELECT EXISTS (SELECT 1 FROM image WHERE person = ? AND name_hmac = ?)",
            arguments: [Data(person), try hmac(ofImage: name, in: db)]) ?? false
    }

    private func imageOwners(
        _ name: [UInt8], besides reader: SignalPersonID, in db: Database
    ) throws -> [SignalPersonID] {
        try Data.fetchAll(
            db,
            kept: """
                SELECT image.person FROM image JOIN contact ON contact.other = image.person
                WHERE contact.owner = ? AND image.name_hmac = ?
                """,
            arguments: [Data(reader), try hmac(ofImage: name, in: db)]
        ).map { [UInt8]($0) }
    }

    private func imageBytes(_ name: [UInt8], of person: SignalPersonID, in db: Database) throws -> [UInt8]? {
        let sealed = try Data.fetchOne(
            db, kept: "SELECT content FROM image WHERE person = ? AND name_hmac = ?",
            arguments: [Data(person), try hmac(ofImage: name, in: db)])
        guard let sealed, let key = try keys.dataKey(of: .person(person), in: db) else { return nil }
        return try Seal.open(sealed, key: key, context: Self.imageContext(name, person))
    }

    private func hmac(ofImage name: [UInt8], in db: Database) throws -> Data {
        try keys.seal(of: name, for: "image", in: db)
    }

    private static func imageContext(_ name: [UInt8], _ person: SignalPersonID) -> SealingContext {
        SealingContext(place: "image.content", row: Hex.encode(name), owner: .person(person))
    }
}
