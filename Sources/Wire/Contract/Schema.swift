/// What a value must look like: the subset of JSON Schema 2020-12 in which contracts are written
/// (`Protocol/README.md`).
///
/// Types are `object`, `array`, `string`, `integer`, `number` and `boolean`; choices are `enum` of strings, `const`,
/// and `oneOf` as a tagged union; other schemas are named by `$ref` to `#/types/NAME`. Lengths count UTF-8 bytes.
package indirect enum Schema: Sendable, Hashable {
    /// `{}`: any value.
    case any
    case boolean
    case integer(ClosedRange<Int64>)
    /// Any number, integers included, within the bounds.
    case number(minimum: Double, maximum: Double)
    case string(StringRule)
    /// One of these strings.
    case enumeration([String])
    /// This value and no other.
    case constant(JSON)
    case array(of: Schema, count: ClosedRange<Int>)
    case object(ObjectRule)
    case union(UnionRule)
    /// The schema of this name in the contract's `types`.
    case reference(String)

    /// The rules of a string.
    package struct StringRule: Sendable, Hashable {
        /// UTF-8 bytes.
        package var bytes: ClosedRange<Int>
        package var pattern: SchemaPattern?
        package var format: Format?
    }

    /// What a string spells.
    package enum Format: String, Sendable, Hashable, CaseIterable {
        /// `2026-01-31T08:15:30.000Z`; see ``Timestamp``.
        case timestamp
        /// Bytes; see ``Base64URL``.
        case base64url
    }

    /// One named member of an object.
    package struct Property: Sendable, Hashable {
        package var name: String
        package var schema: Schema
        package var isRequired: Bool
    }

    /// The members of an object.
    package struct ObjectRule: Sendable, Hashable {
        /// In the order in which the contract names them.
        package let properties: [Property]
        package let rest: Rest
        /// A bit for each of the first 64 properties that must be there.
        let required: UInt64

        init(properties: [Property], rest: Rest) {
            self.properties = properties
            self.rest = rest
            required = properties.prefix(64).enumerated().reduce(0) { bits, property in
                property.element.isRequired ? bits | 1 << UInt64(property.offset) : bits
            }
        }
    }

    /// What members beyond the named ones may be.
    package enum Rest: Sendable, Hashable {
        /// There may be none.
        case closed
        /// Anything: newer versions may say more.
        case open
        /// Values of this schema under any key.
        case each(Schema)
    }

    /// Objects that a constant string member tells apart.
    package struct UnionRule: Sendable, Hashable {
        /// `kind`, `event` or `outcome`.
        package var tag: String
        package var variants: [Variant]
    }

    /// One object of a union.
    package struct Variant: Sendable, Hashable {
        /// The value of the union's tag.
        package var name: String
        package var schema: Schema
    }

    /// The members that may tell the objects of a union apart.
    package static let tags = ["kind", "event", "outcome"]
}
