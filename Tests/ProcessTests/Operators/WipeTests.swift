import TestSupport
import Testing

/// Tests `seam setup --wipe` and the package's scripts: which files they remove, and which files they must not remove.
/// The tests use the simulated machine of ``SetupTests``.
@Suite(.serialized, .timeLimit(.minutes(2)), .enabled(if: canBeOtherUsers, "mounts file systems: run it as root"))
struct WipeTests {
    @Test("wipe: what is no store is not removed") func whatIsNoStoreIsNotRemoved() async throws {
        let (status, said) = try await SetupTests.room(
            SetupTests.answers + """
                mkdir -p /var/lib/w/data /var/lib/w/file-wal /var/lib/w/key
                echo mine-1 >/var/lib/w/data/own
                echo mine-2 >/var/lib/w/other
                ln -s data /var/lib/w/link
                wipe() { setup --wipe 2>&1 || echo "$1 ends with $?"; }
                for name in data other link file; do
                    echo "{\\"store\\": \\"/var/lib/w/$name\\"}" >/etc/seam/session.json
                    wipe $name
                done
                echo {} >/etc/seam/session.json
                mkdir /etc/seam/machine-key; wipe key; rmdir /etc/seam/machine-key
                ls /etc/credstore.encrypted/seam-machine-key /etc/dbus-1/seam.conf
                for name in other data; do
                    mkdir -p /etc/seam
                    echo "{\\"store\\": \\"/var/lib/w/$name\\"}" >/etc/seam/session.json
                    package prerm remove
                    package postrm purge
                done
                cat /var/lib/w/data/own /var/lib/w/other
                """)
        #expect(status == 0, "\(said)")
        for name in ["data", "other", "link", "file", "key"] {
            #expect(said.contains("\(name) ends with 78\n"), "\(said)")
        }
        for name in ["data", "other", "link"] {
            #expect(said.contains("/var/lib/w/\(name) is not a store, so nothing was removed"), "\(said)")
        }
        for name in ["/var/lib/w/file-wal", "/etc/seam/machine-key"] { #expect(said.contains("\(name) is not a file")) }
        #expect(!said.contains("wiped "), "\(said)")
        #expect(said.contains("/etc/credstore.encrypted/seam-machine-key\n/etc/dbus-1/seam.conf\n"), "\(said)")
        for name in ["data", "other"] { #expect(said.contains("/var/lib/w/\(name) is not a store, and will not be")) }
        #expect(said.contains("\nmine-1\nmine-2\n"), "\(said)")
    }

    /// The store's directory is a link to a directory that also contains other files.
    @Test("wipe: behind a link only the store is removed") func behindALinkOnlyTheStoreIsRemoved() async throws {
        let linked = """
            mkdir -p /var/lib/shared/own
            echo mine >/var/lib/shared/own/file
            touch /var/lib/shared/$'\\e[2Jname'
            rmdir /var/lib/seam
            ln -s shared /var/lib/seam
            touch /var/lib/seam/session.db{,-wal}
            mv /etc/credstore.encrypted/seam-machine-key /var/lib/key
            ln -s /var/lib/key /etc/credstore.encrypted/seam-machine-key

            """
        let ways = [
            ("setup --wipe", "left           /var/lib/shared, beside the store: $'\\E[2Jname' own\n"),
            (
                "rm /etc/seam/session.json; package prerm remove; package postrm purge",
                "seam: left, as it is yours: /var/lib/shared: ?[2Jname own\n"
            ),
        ]
        for (way, left) in ways {
            let look = "\ncat /var/lib/shared/own/file; find /var/lib ! -type d | cat -v\n"
            let (status, said) = try await SetupTests.room(SetupTests.answers + linked + way + look)
            #expect(status == 0, "\(way): \(said)")
            #expect(said.contains(left) && !said.contains("\u{1b}"), "\(way): \(said)")
            #expect(said.contains("mine\n/var/lib/") && !said.contains("session.db\n"), "\(way): \(said)")
            #expect(!said.contains("session.db-wal\n") && !said.contains("/var/lib/key\n"), "\(way): \(said)")
        }
    }

    @Test("wipe: what lies beside the store stays and is named")
    func whatLiesBesideTheStoreStaysAndIsNamed() async throws {
        let (status, said) = try await SetupTests.room(
            SetupTests.answers + """
                touch /var/lib/seam/session.db /var/lib/seam/own.tar /etc/seam/own.pem
                setup --wipe --dry-run >/run/dry
                ls /var/lib/seam/session.db
                grep -c 'rm -f -- /var/lib/seam/session.db$' /run/dry
                grep -E '^left .*(seam, of|beside)' /run/dry
                setup --wipe >/dev/null
                setup --answers answers >/dev/null
                package prerm remove
                package postrm purge
                find /var/lib/seam /etc/seam -type f
                """)
        #expect(status == 0, "\(said)")
        let lines = """
            /var/lib/seam/session.db
            1
            left           /var/lib/seam, beside the store: own.tar
            left           /etc/seam, of yours: own.pem

            """
        #expect(said.hasPrefix(lines), "\(said)")
        #expect(said.contains("seam: left, as it is yours: /var/lib/seam: own.tar\n"), "\(said)")
        #expect(said.contains("seam: left, as it is yours: /etc/seam: own.pem\n"), "\(said)")
        #expect(said.hasSuffix("/var/lib/seam/own.tar\n/etc/seam/own.pem\n"), "\(said)")
    }

    /// LifeSignal's store is removed, no matter where it is and how badly it is damaged. The copies of the store are
    /// also removed, and so are damaged files that were set aside.
    @Test("wipe: life signals store goes as well") func lifeSignalsStoreGoesAsWell() async throws {
        let moved = #"{ path=/usr/bin/lifesignald ; argv[]=/usr/bin/lifesignald --config /etc/seam/own.json ; }"#
        for way in ["setup --wipe", "package prerm remove; package postrm purge"] {
            let (status, said) = try await SetupTests.room(
                SetupTests.answers + """
                    mkdir -p /var/lib/own /var/lib/lifesignal
                    echo '{"store": "/var/lib/own/people.db"}' >/etc/seam/own.json
                    echo '\(moved)' >/run/signal-started
                    printf 'SQLite format 3\\0' | tee /var/lib/own/people.db{,-wal,-copy,-damaged-2} >/dev/null
                    head -c 9000 /dev/urandom | tee /var/lib/lifesignal/lifesignal.db{,-copy-older} >/dev/null
                    \(way)
                    find /var/lib /etc/seam -type f
                    """)
            #expect(status == 0, "\(way): \(said)")
            #expect(said.hasSuffix("/etc/seam/own.json\n"), "\(way): \(said)")
            #expect(!said.contains("people.db") && !said.contains("lifesignal.db"), "\(way): \(said)")
        }
        let (status, said) = try await SetupTests.room(
            SetupTests.answers + """
                mkdir -p /var/lib/lifesignal
                head -c 9000 /dev/urandom >/var/lib/lifesignal/lifesignal.db
                setup --wipe
                find /var/lib -name 'lifesignal*'
                """)
        #expect(status == 0 && said.contains("wiped "), "\(said)")
        #expect(!said.hasSuffix("lifesignal.db\n"), "\(said)")
    }

    /// If there is a key but no store, setup ends with an error.
    @Test("wipe: a first start is told from a lost store") func aFirstStartIsToldFromALostStore() async throws {
        let (status, said) = try await SetupTests.room(
            """
            printf 'only_doors=no\\nlifesignal=yes\\n' >answers; setup --answers answers >/dev/null
            stat -c '%n %U %a %s' /var/lib/lifesignal/lifesignal.db-first-start
            setup --answers answers >/dev/null && echo again
            rm /var/lib/lifesignal/lifesignal.db-first-start
            setup --answers answers >/dev/null || echo "lost: $?"
            printf x >/var/lib/lifesignal/lifesignal.db
            setup --answers answers >/dev/null && ls /var/lib/lifesignal
            """)
        #expect(status == 0, "\(said)")
        #expect(said.hasPrefix("/var/lib/lifesignal/lifesignal.db-first-start lifesignal 600 0\nagain\n"), "\(said)")
        #expect(said.contains("lost: 78\n") && said.contains("mount its disk, or restore it"), "\(said)")
        #expect(said.contains("lifesignal.db\n") && !said.contains("first-start\nlifesignal.db"), "\(said)")
    }

    @Test("wipe: a store in use is found however it is called")
    func aStoreInUseIsFoundHoweverItIsCalled() async throws {
        let (status, said) = try await SetupTests.room(
            SetupTests.answers + """
                place='/var/lib/[ab]*?'
                mkdir "$place"; touch "$place/keys.db"
                echo "{\\"store\\": \\"$place/keys.db\\"}" >/etc/seam/session.json
                exec 7<"$place/keys.db"
                setup --wipe || echo "in use: $?"
                exec 7<&-
                ls "$place"
                """)
        #expect(status == 0, "\(said)")
        #expect(said.contains("in use: 75\nkeys.db\n"), "\(said)")
    }

    @Test("wipe: what was changed twice is kept twice") func whatWasChangedTwiceIsKeptTwice() async throws {
        let (status, said) = try await SetupTests.room(
            SetupTests.answers + """
                for turn in 1 2 3; do
                    echo "# own $turn" >>/etc/systemd/system/bluetooth.service.d/seam.conf
                    setup --undo | grep changed
                    setup --answers answers >/dev/null
                done
                cd /etc/systemd/system/bluetooth.service.d; grep -o 'own .' seam.conf.yours*
                """)
        #expect(status == 0, "\(said)")
        #expect(said.contains("seam.conf.yours:own 1\nseam.conf.yours.2:own 2\nseam.conf.yours.3:own 3\n"), "\(said)")
        #expect(said.contains("/seam.conf.yours.3, which somebody had changed"), "\(said)")
    }
}
