package import RadioModel

extension AdvertisedContent {
    /// Decodes advertising data in the form in which it is sent over the air. It consists of elements, each with a
    /// length, a type and length − 1 bytes.
    ///
    /// The bytes may come from anyone. Elements that are truncated, too short or beyond the limits are left out, and
    /// the rest is used.
    package init(parsing bytes: some Sequence<UInt8>) {
        self.init()
        var rest = Array(bytes)[...]
        while let length = rest.popFirst(), length > 0, rest.count >= Int(length) {
            let element = rest.prefix(Int(length))
            rest = rest.dropFirst(Int(length))
            guard let type = element.first else { continue }
            add(type, element.dropFirst())
        }
    }

    private mutating func add(_ type: UInt8, _ data: ArraySlice<UInt8>) {
        switch type {
        case 0x02, 0x03: addServices(data, width: 2)
        case 0x04, 0x05: addServices(data, width: 4)
        case 0x06, 0x07: addServices(data, width: 16)
        case 0x08, 0x09: addName(data, isComplete: type == 0x09)
        case 0x16: addServiceData(data, width: 2)
        case 0x20: addServiceData(data, width: 4)
        case 0x21: addServiceData(data, width: 16)
        case 0xFF:
            guard data.count >= 2, manufacturerData.count < AdvertisedContent.dataLimit else { return }
            let company = UInt16(data[data.startIndex]) | UInt16(data[data.startIndex + 1]) << 8
            manufacturerData.append(ManufacturerData(company: company, data: Array(data.dropFirst(2))))
        default: break
        }
    }

    private mutating func addServices(_ data: ArraySlice<UInt8>, width: Int) {
        var rest = data
        while rest.count >= width, services.count < AdvertisedContent.serviceLimit {
            let uuid = BluetoothUUID(littleEndian: rest.prefix(width))
            rest = rest.dropFirst(width)
            if let uuid, !services.contains(uuid) { services.append(uuid) }
        }
    }

    private mutating func addServiceData(_ data: ArraySlice<UInt8>, width: Int) {
        guard data.count >= width, serviceData.count < AdvertisedContent.dataLimit else { return }
        guard let service = BluetoothUUID(littleEndian: data.prefix(width)) else { return }
        serviceData.append(ServiceData(service: service, data: Array(data.dropFirst(width))))
    }

    /// Adds a name. A complete name replaces a shortened name, but not the other way round. The name ends before the
    /// first zero, because devices pad it with zeros, and our messages must not contain zeros.
    private mutating func addName(_ data: ArraySlice<UInt8>, isComplete: Bool) {
        let data = data.prefix { $0 != 0 }
        guard isComplete || name == nil, !data.isEmpty, data.count <= AdvertisedContent.nameLimit else { return }
        guard let text = String(validating: data, as: UTF8.self) else { return }
        name = text
    }
}

extension BluetoothUUID {
    /// Reads a UUID as advertising data contains it: 2, 4 or 16 bytes, the lowest first. Returns nil for any other
    /// number of bytes.
    package init?(littleEndian bytes: some BidirectionalCollection<UInt8>) {
        switch bytes.count {
        case 2, 4: self.init(short: bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) })
        case 16: self.init(bytes: Array(bytes.reversed()))
        default: return nil
        }
    }
}
