import Foundation
import TestSupport
import Testing

/// Runs `seam setup` and the package's scripts on a simulated machine (`Tests/Installation/room`). The real daemons
/// read the configuration that results. The lane `install` tests the whole installation, with systemd.
@Suite(.serialized, .timeLimit(.minutes(2)), .enabled(if: canBeOtherUsers, "mounts file systems: run it as root"))
struct SetupTests {
    /// Runs a script on the simulated machine. Returns the exit status and all output.
    static func room(_ script: String) async throws -> (status: Int32, said: String) {
        let programs = URL(filePath: try Products.executable("seam-sessiond")).deletingLastPathComponent()
        let room = try ChildProcess(
            "\(Products.package)Tests/Installation/room",
            [programs.path(percentEncoded: false), Products.package, script + "\n"],
            environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
        let status = try await room.awaitExit()
        return (status, room.output + room.errors)
    }

    /// A script that sets up the simulated machine.
    static let answers = "printf 'only_doors=yes\\nusers=ada\\n' >answers; setup --answers answers >/dev/null\n"

    /// ``ConfigurationRefusalTests`` tests more spellings of the store's path.
    @Test("setup: a store is found however its path is spelled")
    func aStoreIsFoundHoweverItsPathIsSpelled() async throws {
        let configuration = #"{"\u0073tore": "\/var\/lib\/other\/k\u0065ys.db", "journal_days": 3}"#
        let (status, said) = try await Self.room(
            Self.answers + """
                printf '%s' '\(configuration)' >/etc/seam/session.json
                mkdir /var/lib/other
                printf 'SQLite format 3\\0 the-store' | tee /var/lib/other/keys.db{,-wal} >/dev/null
                mv /etc/credstore.encrypted/seam-machine-key /run/key
                ! setup --answers answers >/dev/null || echo 'made another key'
                mv /run/key /etc/credstore.encrypted/seam-machine-key
                setup --wipe
                ! grep -rl the-store /etc /var/lib /run
                find /var/lib /etc/seam /etc/credstore.encrypted -type f
                """)
        #expect(status == 0, "\(said)")
        #expect(said.contains("there is a store, but the key that sealed it is not") && !said.contains("another key"))
        #expect(said.contains("wiped          store, journal, machine key and configuration\n"), "\(said)")
        #expect(said.contains("left           members of seam: ada\n"), "\(said)")
    }

    @Test("setup: nothing is removed while anything runs") func nothingIsRemovedWhileAnythingRuns() async throws {
        let (status, said) = try await Self.room(
            Self.answers + """
                touch /var/lib/seam/session.db
                for mode in --wipe --undo --removed; do
                    echo seam-sessiond.service >/run/stubborn
                    setup $mode || echo "$mode ends with $?"
                done
                ! package prerm remove || echo 'removed while it runs'
                rm /run/stubborn
                exec 7</var/lib/seam/session.db
                setup --wipe || echo "in use: $?"
                exec 7<&-
                echo '{"store": 1}' >/etc/seam/session.json
                setup --wipe || echo "unknown: $?"
                ls /var/lib/seam/session.db /etc/credstore.encrypted/seam-machine-key /etc/dbus-1/seam.conf
                """)
        #expect(status == 0 && !said.contains("removed while it runs"), "\(said)")
        for mode in ["--wipe", "--undo", "--removed"] { #expect(said.contains("\(mode) ends with 75"), "\(said)") }
        #expect(said.contains("seam-sessiond.service is active, so nothing was removed"), "\(said)")
        #expect(said.contains("in use: 75") && said.contains("unknown: 78"), "\(said)")
        #expect(said.contains("session.json:1:") && !said.contains("wiped "), "\(said)")
        #expect(said.contains("/var/lib/seam/session.db\n"), "\(said)")
        #expect(said.contains("/etc/credstore.encrypted/seam-machine-key\n"), "\(said)")
    }

    @Test("setup: what an administrator has added stays") func whatAnAdministratorHasAddedStays() async throws {
        let own = """
            echo '<!-- own rule -->' >>/etc/dbus-1/system-local.conf
            echo '# own setting' >>/etc/systemd/system/bluetooth.service.d/seam.conf
            mkdir -p /etc/systemd/system/seam-sessiond.service.d
            echo '# own drop-in' >/etc/systemd/system/seam-sessiond.service.d/own.conf

            """
        let look = "grep -rhE '(own rule|own setting|own drop-in)' /etc/dbus-1 /etc/systemd; ls /etc/dbus-1\n"
        for way in [
            "setup --undo", "printf 'only_doors=no\\n' >answers; setup --answers answers",
            "package prerm remove; package postrm purge",
        ] {
            let (status, said) = try await Self.room(Self.answers + own + way + "\n" + look)
            #expect(status == 0, "\(way): \(said)")
            for words in ["own rule", "own setting", "own drop-in"] { #expect(said.contains(words), "\(way): \(said)") }
            #expect(said.contains("\nsystem-local.conf\n") && !said.contains("\nseam.conf\n"), "\(way): \(said)")
        }
    }

    @Test("setup: bluetooth is given back when it is answered so")
    func bluetoothIsGivenBackWhenItIsAnsweredSo() async throws {
        let (status, said) = try await Self.room(
            Self.answers + """
                ls /etc/dbus-1 /etc/systemd/system/bluetooth.service.d
                printf 'only_doors=no\\n' >answers
                : >/run/calls
                setup --answers answers
                cat /run/calls
                ls /etc/dbus-1 /etc/systemd/system/bluetooth.service.d | sed 's/^/after: /'
                """)
        #expect(status == 0, "\(said)")
        #expect(said.contains("\nseam.conf\n") && said.contains("\nsystem-local.conf\n"), "\(said)")
        #expect(!said.contains("after: seam.conf") && !said.contains("after: system-local.conf"), "\(said)")
        #expect(said.contains("try-restart bluetooth.service") && said.contains("open to other users"), "\(said)")
    }

    /// `seam setup` runs as root and follows the answers in the file, so it accepts only a file that nobody except root
    /// could have written.
    @Test("setup: answers are believed only if root has written them")
    func answersAreBelievedOnlyIfRootHasWrittenThem() async throws {
        let (status, said) = try await Self.room(
            """
            printf 'only_doors=no\\nusers=\\n' >answers
            try() { setup --answers "$1" --dry-run >/run/out 2>&1 && echo "$2: taken" || echo "$2: $? $(cat /run/out)"; }
            try answers own
            try <(cat answers) pipe
            cp answers theirs; chown ada theirs; try theirs theirs
            cp answers group; chmod 664 group; try group group
            mkdir -m 777 open; cp answers open/answers; try open/answers open
            mkdir home; cp answers home/answers; chown ada home; try home/answers home
            ln -s /run/answers home/link; try home/link link
            mkdir own-place; cp answers own-place/old
            ln -s /run/own-place/old home/old; ln -s ../home/old own-place/answers; try own-place/answers middle
            ln -s ../home/.. own-place/up; try own-place/up/answers directory
            ln -s old own-place/new; ln -s own-place/new chain; try chain chain
            exec 8<own-place/old; try /dev/fd/8 descriptor
            exec 8<home/answers; try /dev/fd/8 elsewhere
            """)
        #expect(status == 0, "\(said)")
        for taken in ["own", "pipe", "chain", "descriptor"] { #expect(said.contains("\(taken): taken\n"), "\(said)") }
        for refused in ["theirs", "group", "open", "home", "link", "middle", "directory", "elsewhere"] {
            #expect(said.contains("\(refused): 77 seam setup: "), "\(refused): \(said)")
        }
    }

    /// LifeSignal has its own key, store and units, but only if the answers request LifeSignal.
    @Test("setup: life signal comes and goes by its answer") func lifeSignalComesAndGoesByItsAnswer() async throws {
        let (status, said) = try await Self.room(
            Self.answers + """
                ls /etc/credstore.encrypted | sed 's/^/without: /'
                printf 'only_doors=yes\\nusers=ada\\nlifesignal=yes\\n' >answers
                setup --answers answers
                ls /etc/credstore.encrypted
                grep 'start.*lifesignald' /run/calls
                printf '%s' '{"store": "/var/lib/signals/people.db"}' >/etc/seam/lifesignal.json
                mkdir -p /var/lib/signals
                printf 'SQLite format 3\\0 the-people' >/var/lib/signals/people.db
                setup --wipe
                ! grep -rl the-people /etc /var/lib /run
                find /var/lib /etc/seam /etc/credstore.encrypted -type f
                """)
        #expect(status == 0, "\(said)")
        #expect(!said.contains("without: lifesignal"), "\(said)")
        #expect(said.contains("its key        made and sealed"), "\(said)")
        #expect(said.contains("\nlifesignal-machine-key\n") && said.contains("lifesignal     runs"), "\(said)")
        #expect(said.contains("start lifesignald.socket lifesignald-admin.socket lifesignald-sender.socket"), "\(said)")
        #expect(said.hasSuffix("left           copies that somebody made\n"), "\(said)")
    }

    /// The page's name goes into both configurations, and whatever else they say stays.
    @Test("setup: a page for phones comes, changes and goes by its answers")
    func aPageComesChangesAndGoes() async throws {
        let (status, said) = try await Self.room(
            """
            try() {
                printf 'users=ada\\nlifesignal=yes\\n%b' "${1:-}" >answers
                setup --answers answers 2>&1 | tail -1 || true
            }
            look() {
                cat /etc/seam/lifesignal{,-web}.json
                grep -v '^#' /etc/systemd/system/lifesignal-web.*.d/* || true
            }
            try 'page=alarm.example.org\\n'; look
            : >/run/calls; try; grep -c 'restart' /run/calls || true
            echo '{"language": "de", "web" : {"url":"https://alarm.example.org"}, "emergency_number": "112"}' \
                >/etc/seam/lifesignal.json
            printf '%s\\n' '\(TestCertificates.localhost)' >/etc/page.pem
            printf '%s\\n' '\(TestCertificates.localhostKey)' >/etc/page.key; chmod 600 /etc/page.key
            files='page=b.example:8443\\npage_tls=files\\npage_certificate=/etc/page.pem\\n'
            try "${files}page_key=/etc/page.pem\\n"; try "${files}page_key=/etc/page.key\\n"; look
            try 'page=https://x\\n'; try 'page=c.example\\npage_tls=none\\n'; try 'page=no\\n'
            cat /etc/seam/lifesignal.json
            ls /etc/seam/lifesignal-web.json /etc/systemd/system/lifesignal-web.*.d/* || true
            """)
        let web = { (url: String) in "{\n  \"url\": \"https://\(url)\",\n  " }
        #expect(status == 0, "\(said)")
        #expect(
            said.hasPrefix("page           at https://alarm.example.org, once the proxy passes that name on"), "\(said)"
        )
        #expect(said.contains("{\n  \"web\": {\"url\": \"https://alarm.example.org\"}\n}\n"), "\(said)")
        #expect(said.contains(web("alarm.example.org") + "\"trusted_proxy\": true\n}\n"), "\(said)")
        #expect(said.contains("\n0\n"), "nothing is restarted: \(said)")
        #expect(said.contains("page.pem is open to others: its mode must be 0600"), "\(said)")
        #expect(said.contains("at https://b.example:8443; restart lifesignal-web when"), "\(said)")
        #expect(
            said.contains(
                #"{"language": "de", "web" : {"url":"https://b.example:8443"}, "emergency_number": "112"}"#), "\(said)")
        #expect(said.contains(web("b.example:8443") + "\"tls\": {\"certificate\": \"certificate\""), "\(said)")
        for line in [
            "LoadCredential=certificate:/etc/page.pem", "LoadCredential=key:/etc/page.key", "ListenStream=8443",
        ] {
            #expect(said.contains(line), "\(said)")
        }
        #expect(said.contains("page is a name as in alarm.example.org, or no\n"), "\(said)")
        #expect(said.contains("as before, at https://b.example:8443: without a certificate"), "\(said)")
        let rest = said.split(separator: "page           no more; ").last ?? ""
        #expect(
            rest.contains(#"{"language": "de", "emergency_number": "112"}"#) && !rest.contains("/page.conf\n"),
            "\(said)")
    }

    @Test("setup: a key is left unsealed only if somebody says so")
    func aKeyIsLeftUnsealedOnlyIfSomebodySaysSo() async throws {
        let (status, said) = try await Self.room(
            """
            touch /run/unsealed
            printf 'users=ada\\n' >answers
            setup --answers answers || echo "ends with $?"
            find /etc/seam /etc/credstore.encrypted -type f 2>/dev/null || true
            ls /run | grep setup || true
            echo unsealed_key=yes >>answers
            setup --answers answers >/run/out
            grep 'machine key' /run/out
            stat -c %a:%s /etc/seam/machine-key
            echo unsealed_key=perhaps >>answers; setup --answers answers || echo "then with $?"
            """)
        #expect(status == 0, "\(said)")
        #expect(said.contains("ends with 69\n") && !said.contains("setup."), "\(said)")
        #expect(said.contains("cannot be sealed here (no TPM") && said.contains("unsealed_key=yes"), "\(said)")
        #expect(said.contains("made, not sealed (no TPM") && said.contains("600:32\n"), "\(said)")
        #expect(said.contains("then with 64\n"), "\(said)")
    }

    @Test("setup: purge finds a store that was moved") func purgeFindsAStoreThatWasMoved() async throws {
        let (status, said) = try await Self.room(
            Self.answers + """
                echo '{"store": "/var/lib/other/keys.db"}' >/etc/seam/session.json
                mkdir /var/lib/other; touch /var/lib/other/keys.db{,-wal,-shm} /var/lib/other/own
                package prerm remove
                rm -r /run/bin/seam /run/seam-lib
                package postrm remove; ls /var/lib/other/keys.db
                package postrm purge
                find /var/lib /etc/seam /etc/credstore.encrypted -type f 2>/dev/null || true
                """)
        #expect(status == 0, "\(said)")
        #expect(said.contains("the group seam goes; its members were: ada\n"), "\(said)")
        #expect(said.hasSuffix("/var/lib/other/own\n") && !said.contains("keys.db-"), "\(said)")
    }
}
