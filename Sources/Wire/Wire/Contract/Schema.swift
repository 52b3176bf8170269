/// The rules for a value, in the subset of JSON Schema 2020-12 that contracts use (`Protocol/README.md`).
///
/// The types are `object`, `array`, `string`, `integer`, `number` and `boolean`. A value may be chosen by `enum` of
/// strings, by `const`, or by `oneOf` as a tagged union. `$ref` with `#/types/NAME` refers to another schema. Lengths
/// count UTF-8 bytes.
package indirect enum Schema: Sendable, Hashable {
    /// The schema `{}`, which allows any value.
    case any
    case boolean
    case integer(ClosedRange<Int64>)
    /// Any number within the bounds, including integers.
    case number(minimum: Double, maximum: Double)
    case string(StringRule)
    /// One of these strings.
    case enumeration([String])
    /// Exactly this value.
    case constant(JSON)
    case array(of: Schema, count: ClosedRange<Int>)
    case object(ObjectRule)
    case union(UnionRule)
    /// The schema with this name in the contract's `types`.
    case reference(String)

    /// The rules of a string.
    package struct StringRule: Sendable, Hashable {
        /// The number of UTF-8 bytes that the string may have.
        package var bytes: ClosedRange<Int>
        package var pattern: SchemaPattern?
        package var format: Format?
    }

    /// The meaning of a string.
    package enum Format: String, Sendable, Hashable, CaseIterable {
        /// A time such as `2026-01-31T08:15:30.000Z` (see ``Timestamp``).
        case timestamp
        /// Bytes in base64url (see ``Base64URL``).
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
        /// The properties, in the order of the contract.
        package let properties: [Property]
        package let rest: Rest
        /// A bit for each of the first 64 properties. The bit is set if the property is required.
        let required: UInt64

        init(properties: [Property], rest: Rest) {
            self.properties = properties
            self.rest = rest
            required = properties.prefix(64).enumerated().reduce(0) { bits, property in
                property.element.isRequired ? bits | 1 << UInt64(property.offset) : bits
            }
        }
    }

    /// The rule for members that the schema does not name.
    package enum Rest: Sendable, Hashable {
        /// Such members are not allowed.
        case closed
        /// Any members are allowed, because newer versions may add members.
        case open
        /// Members with any key are allowed, but their values must match this schema.
        case each(Schema)
    }

    /// Objects that differ in a constant string member.
    package struct UnionRule: Sendable, Hashable {
        /// The member by which objects are distinguished: `kind`, `event` or `outcome`.
        package var tag: String
        package var variants: [Variant]
    }

    /// One object of a union.
    package struct Variant: Sendable, Hashable {
        /// The value of the union's tag.
        package var name: String
        package var schema: Schema
    }

    /// The members by which the objects of a union may be distinguished.
    package static let tags = ["kind", "event", "outcome"]
}
