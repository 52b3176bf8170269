"""Checks a running development cloud with Seam's official Python SDK, version 2 or 3, whichever is installed.

    sdk_conformance.py URL KEY_FILE [SOCKET]

The SDK is the witness that requests and answers have the spelling of the real API: it refuses answers without the
member it looks for, and it makes its own queries, cursors, retries and error types. Version 2 posts JSON to every
route, version 3 uses every method and form-encoded queries. With SOCKET the requests go through that Unix socket
(version 3 only). The cloud holds deploy/devcloud/seed.json, fresh. Exits 0 when every check holds.
"""

import importlib.metadata
import json
import pathlib
import sys
import http.client
import urllib.parse

from seam import Seam

VERSION = importlib.metadata.version("seam")
MAJOR = int(VERSION.split(".")[0])
SINCE = "2020-01-01T00:00:00Z"
checks = 0


def check(condition, what):
    global checks
    checks += 1
    if not condition:
        sys.exit(f"sdk_conformance: failed: {what}")


def raises(name, call):
    try:
        call()
    except Exception as error:
        check(type(error).__name__ == name, f"{name} is raised, not {type(error).__name__}: {error}")
        return error
    check(False, f"{name} is raised")


def ids(rows, key):
    return [getattr(row, key) for row in rows]


class Cloud:
    """Where the cloud is, and clients of it."""

    def __init__(self, url, key, socket):
        self.url, self.key, self.socket = url, key, socket
        self.operator = self.client()
        self.session = self.operator.client_sessions.create(user_identity_id="person_ada")
        self.ada = self.client(self.session.token)
        self.ben = self.client(self.operator.client_sessions.create(user_identity_id="person_ben").token)

    def client(self, token=None):
        options = {"headers": {"authorization": f"Bearer {token}"}} if token else {}
        if self.socket:
            import httpx
            options["transport"] = httpx.HTTPTransport(uds=self.socket)
        named = {"httpx_options" if MAJOR >= 3 else "niquests_options": options}
        return Seam("seam_dummy_key" if token else self.key, endpoint=self.url, **named)

    def control(self, path, **body):
        """A route that only the development cloud has."""
        if self.socket:
            import httpx
            with httpx.Client(base_url=self.url, transport=httpx.HTTPTransport(uds=self.socket)) as client:
                answer = client.post(f"/_dev/{path}", json=body, headers={"authorization": f"Bearer {self.key}"})
                check(answer.status_code == 200, f"control {path}: {answer.text}")
            return
        address = urllib.parse.urlsplit(self.url)
        connection = http.client.HTTPConnection(address.hostname, address.port, timeout=20)
        headers = {"authorization": f"Bearer {self.key}", "content-type": "application/json"}
        connection.request("POST", f"/_dev/{path}", json.dumps(body), headers)
        answer = connection.getresponse()
        check(answer.status == 200, f"control {path}: {answer.read()}")
        connection.close()


def sessions(cloud):
    operator, ada = cloud.operator, cloud.ada
    check(cloud.session.token.startswith("seam_cst1"), "a token is made")
    key = {"user_identifier_key": "kiosk-1"}
    made = operator.client_sessions.get_or_create(**key, user_identity_id="person_ben")
    check(operator.client_sessions.get_or_create(**key).token == made.token, "a session is found by its key")
    found = operator.client_sessions.get(client_session_id=cloud.session.client_session_id)
    check(found.user_identity_id == "person_ada", "the operator finds a session by id")
    check(ids(operator.client_sessions.list(**key), "client_session_id") == [made.client_session_id], "sessions by key")
    check(len(operator.client_sessions.list(user_identity_id="person_ben")) == 2, "sessions by person")
    check(ada.client_sessions.get().client_session_id == cloud.session.client_session_id, "a session finds itself")
    check(ada.workspaces.get().workspace_id == "ws_harbour", "a session finds its workspace")
    account = operator.client_sessions.create()
    reader = cloud.client(account.token)
    check(reader.locks.list() == [], "an empty session sees no lock")
    operator.client_sessions.grant_access(
        client_session_id=account.client_session_id, connected_account_ids=["account_harbour"])
    check(len(reader.locks.list()) == 2, "a session with an account sees its locks")
    operator.client_sessions.revoke(client_session_id=account.client_session_id)
    raises("SeamHttpUnauthorizedError", lambda: reader.workspaces.get())
    operator.client_sessions.delete(client_session_id=made.client_session_id)
    check(operator.client_sessions.list(**key) == [], "a deleted session is gone")


def credentials(cloud):
    ada = cloud.ada
    rows = ada.acs.credentials.list()
    check(len(rows) == 13, "13 credentials")
    by_id = {row.acs_credential_id: row for row in rows}
    check(by_id["credential_ada_gym"].warnings[0].warning_code == "waiting_to_be_issued", "a warning has its code")
    check(by_id["credential_ada_cellar"].errors[0].error_code == "flux_condenser_exhausted", "an unlisted error code")
    check(by_id["credential_ada_back_door"].ends_at is None, "an absent member is None")
    check(by_id["credential_ada_back_door"].errors == [], "no errors is an empty list")
    check(ids(ada.acs.credentials.list(search="pool"), "acs_credential_id") == ["credential_ada_pool"], "a search")
    check(len(ada.acs.credentials.list(acs_system_id="system_office")) == 1, "credentials of a system")
    check(ada.acs.credentials.list(is_multi_phone_sync_credential=True) == [], "credentials by a flag")
    check(ada.acs.credentials.list(created_before=SINCE) == [], "credentials by time")
    check(ada.acs.credentials.list(user_identity_id="person_ben") == [], "nothing of somebody else")


def pages(cloud):
    ada = cloud.ada
    whole = ids(ada.acs.credentials.list(), "acs_credential_id")
    check(len(ada.acs.credentials.list(limit=1, user_identity_id="person_ada")) == 1, "a limit")
    for limit in (1, 4, 13, 500):
        paginator = ada.create_paginator(ada.acs.credentials.list, {"limit": limit})
        first, pagination = paginator.first_page()
        check(len(first) == min(limit, 13), f"a first page of {limit}")
        check(pagination.has_next_page == (limit < 13), f"whether pages follow one of {limit}")
        check(bool(pagination.next_page_cursor) == (limit < 13), f"a cursor after a page of {limit}")
        check(ids(paginator.flatten_to_list(), "acs_credential_id") == whole, f"all pages of {limit}, in order")
    empty, pagination = ada.create_paginator(ada.acs.users.list, {"search": "nobody"}).first_page()
    check(empty == [] and not pagination.has_next_page, "a page of nothing")
    for request in (ada.acs.entrances.list, ada.acs.users.list, ada.user_identities.list, ada.devices.list):
        alone = ada.create_paginator(request, {"limit": 1}).flatten_to_list()
        check(len(alone) == len(request()), f"{request.__qualname__} in pages of one")


def entrances(cloud):
    ada, operator = cloud.ada, cloud.operator
    check(len(ada.acs.entrances.list(acs_credential_id="credential_ada_courtyard")) == 2, "two entrances")
    chosen = ["entrance_pool", "entrance_gym"]
    check(ids(ada.acs.entrances.list(acs_entrance_ids=chosen), "acs_entrance_id") == chosen, "entrances by ids")
    check(ada.acs.entrances.list(space_id="nowhere") == [], "entrances by space")
    check(len(ada.acs.entrances.list(connected_account_id="account_harbour")) > 2, "entrances by account")
    check(ada.acs.entrances.get(acs_entrance_id="entrance_pool").display_name == "Pool", "one entrance")
    with_access = ada.acs.entrances.list_credentials_with_access(acs_entrance_id="entrance_front_door")
    check(ids(with_access, "acs_credential_id") == ["credential_ada_front_door"], "what opens a door")
    both = operator.acs.entrances.list_credentials_with_access(acs_entrance_id="entrance_front_door")
    check(len(both) == 2, "what opens a door, for the operator")
    valid = operator.acs.entrances.list_credentials_with_access(
        acs_entrance_id="entrance_front_door", include_if=["visionline_metadata.is_valid"])
    check(valid == [], "a condition on credentials")
    mine = ada.user_identities.list_accessible_entrances(user_identity_id="person_ada")
    check(ids(mine, "acs_entrance_id") == ids(ada.acs.entrances.list(), "acs_entrance_id"), "a person's entrances")
    check(len(ada.user_identities.list_acs_systems(user_identity_id="person_ada")) == 3, "a person's systems")
    studio = ada.acs.users.list_accessible_entrances(acs_user_id="user_ada_studio")
    check(ids(studio, "acs_entrance_id") == ["entrance_studio"], "a user's entrances")
    named = ada.acs.users.list_accessible_entrances(user_identity_id="person_ada", acs_system_id="system_studio")
    check(ids(named, "acs_entrance_id") == ["entrance_studio"], "the entrances of a person in a system")
    check(len(ada.acs.systems.list()) == 3, "three systems")
    check(ids(ada.acs.systems.list(connected_account_id="account_office"), "acs_system_id") == ["system_office"],
          "systems by account")
    check(len(ada.acs.users.list()) == 4, "four users")
    check(len(operator.acs.users.list(user_identity_email_address="ben@example.org")) == 1, "users by address")
    check(len(ada.user_identities.list()) == 1, "one person")
    check(len(operator.user_identities.list(user_identity_ids=["person_ben"])) == 1, "people by ids")


def errors(cloud):
    ada, operator = cloud.ada, cloud.operator
    error = raises("SeamHttpApiError", lambda: operator.acs.credentials.get(acs_credential_id="nobody"))
    check(error.code == "acs_credential_not_found" and error.status_code == 404 and error.request_id, "a typed 404")
    error = raises("SeamHttpInvalidInputError", lambda: ada.acs.credentials.list(limit=100_000))
    check(error.code == "invalid_input" and error.status_code == 400, "a limit too large")
    if MAJOR >= 3:
        check(error.get_validation_error_messages("limit"), "the parameter is named")
    raises("SeamHttpUnauthorizedError", lambda: cloud.client("seam_cst1unknown_token000").workspaces.get())
    error = raises("SeamHttpApiError", lambda: ada.locks.get(device_id="lock_shed"))
    check(error.code == "device_not_found", "somebody else's lock is not there")
    error = raises("SeamHttpApiError", lambda: operator.webhooks.list())
    check(error.code == "not_implemented" and error.status_code == 501, "a route that is not here")
    cloud.control("faults", route="acs/systems/list", kind="outage", status=418)
    check(raises("SeamHttpApiError", lambda: ada.acs.systems.list()).status_code == 418, "an outage")
    if MAJOR >= 3:  # version 2 does not look at what kind of answer it gets, and retries no status
        cloud.control("faults", route="acs/systems/list", kind="portal")
        raises("SeamHttpInvalidResponseError", lambda: ada.acs.systems.list())
        if not cloud.socket:  # a transport of one's own switches the retries off
            cloud.control("faults", route="acs/systems/list", kind="outage", status=503, count=2)
            check(len(ada.acs.systems.list()) == 3, "two outages are retried")
    cloud.control("clear")


def refusals(cloud):
    """What a client session may not call; the SDK reports every 401 in the same way."""
    ada = cloud.ada
    credential, entrance = "credential_ada_lobby", "entrance_lobby"
    calls = {
        "client_sessions.create": lambda: ada.client_sessions.create(user_identity_id="person_ada"),
        "client_sessions.get_or_create": lambda: ada.client_sessions.get_or_create(user_identifier_key="a"),
        "client_sessions.list": ada.client_sessions.list,
        "client_sessions.grant_access": lambda: ada.client_sessions.grant_access(user_identifier_key="a"),
        "client_sessions.revoke": lambda: ada.client_sessions.revoke(client_session_id="a"),
        "client_sessions.delete": lambda: ada.client_sessions.delete(client_session_id="a"),
        "acs.credentials.get": lambda: ada.acs.credentials.get(acs_credential_id=credential),
        "acs.credentials.create": lambda: ada.acs.credentials.create(access_method="mobile_key"),
        "acs.credentials.update": lambda: ada.acs.credentials.update(acs_credential_id=credential, code="1"),
        "acs.credentials.delete": lambda: ada.acs.credentials.delete(acs_credential_id=credential),
        "acs.credentials.assign": lambda: ada.acs.credentials.assign(acs_credential_id=credential),
        "acs.credentials.unassign": lambda: ada.acs.credentials.unassign(acs_credential_id=credential),
        "acs.entrances.unlock": lambda: ada.acs.entrances.unlock(
            acs_entrance_id=entrance, acs_credential_id=credential),
        "acs.users.get": lambda: ada.acs.users.get(acs_user_id="user_ada_harbour"),
        "user_identities.create": lambda: ada.user_identities.create(full_name="Eve"),
        "user_identities.update": lambda: ada.user_identities.update(user_identity_id="person_ada"),
        "user_identities.delete": lambda: ada.user_identities.delete(user_identity_id="person_ada"),
        "user_identities.add_acs_user": lambda: ada.user_identities.add_acs_user(
            user_identity_id="person_ada", acs_user_id="user_ada_harbour"),
        "user_identities.generate_instant_key": lambda: ada.user_identities.generate_instant_key(
            user_identity_id="person_ada"),
        "phones.list": ada.phones.list,
        "phones.get": lambda: ada.phones.get(device_id="phone_ada"),
        "phones.simulate": lambda: ada.phones.simulate.create_sandbox_phone(user_identity_id="person_ada"),
        "webhooks.create": lambda: ada.webhooks.create(url="https://example.org"),
        "webhooks.list": ada.webhooks.list,
        "instant_keys.list": ada.instant_keys.list,
        "access_grants.list": ada.access_grants.list,
        "access_methods.get": lambda: ada.access_methods.get(access_method_id="a"),
    }
    for name, call in calls.items():
        try:
            call()
        except Exception as error:
            check(type(error).__name__ == "SeamHttpUnauthorizedError", f"{name} is refused, not {error!r}")
        else:
            check(False, f"{name} is refused to a client session")
    if MAJOR >= 3:
        customer = cloud.client(cloud.operator.client_sessions.create(customer_key="guest-house").token)
        check(raises("SeamHttpApiError", customer.access_grants.list).status_code == 501, "a customer's session may")


def locks(cloud):
    ada, operator = cloud.ada, cloud.operator
    types = {"device_types": ["nuki_lock", "august_lock"]}
    check(ids(ada.locks.list(**types), "device_id") == ["lock_flat_four"], "locks by types")
    check(ada.locks.list(manufacturer="yale") == [], "locks by manufacturer")
    check(len(ada.locks.list(manufacturer="nuki", connected_account_id="account_harbour")) == 1, "locks by both")
    check(ada.devices.get(device_id="lock_flat_four").device_type == "nuki_lock", "one device")
    check(sorted(ids(ada.devices.list(), "device_id")) == ["lock_flat_four", "phone_ada"], "devices")
    check(ids(ada.devices.list(device_type="android_phone"), "device_id") == ["phone_ada"], "devices by type")

    attempt = ada.locks.unlock_door(device_id="lock_flat_four")
    check(attempt.status == "success" and attempt.result.was_confirmed_by_device, "an unlock is waited for")
    check(ada.locks.get(device_id="lock_flat_four").properties.locked is False, "the lock is unlocked")
    locked = ada.locks.lock_door(device_id="lock_flat_four")
    check(locked.action_type == "LOCK_DOOR" and locked.status == "success", "a lock is locked")
    check(ada.locks.get(device_id="lock_flat_four").properties.locked is True, "the lock says so")
    configured = ada.locks.configure_auto_lock(
        device_id="lock_flat_four", auto_lock_enabled=True, auto_lock_delay_seconds=30)
    check(configured.status == "success", "auto lock is configured")
    events = ada.events.list(since=SINCE, event_types=["lock.unlocked", "lock.locked"], limit=10)
    check(ids(events, "action_attempt_id") == [attempt.action_attempt_id, locked.action_attempt_id], "their events")
    check(ada.events.get(event_id=events[0].event_id).event_type == "lock.unlocked", "one event")

    begun = ada.locks.unlock_door(device_id="lock_flat_four", wait_for_action_attempt=False)
    check(begun.status == "pending", "an unlock begins pending")
    polled = ada.action_attempts.get(action_attempt_id=begun.action_attempt_id, wait_for_action_attempt=True)
    check(polled.status == "success", "an attempt is polled")
    raises("SeamHttpApiError", lambda: cloud.ben.action_attempts.get(action_attempt_id=begun.action_attempt_id))
    cloud.control("action_attempts/plan", status="error", error_type="jammed", error_message="Jammed.")
    error = raises("SeamActionAttemptFailedError", lambda: ada.locks.unlock_door(device_id="lock_flat_four"))
    check(error.code == "jammed", "an attempt's error type")
    cloud.control("action_attempts/plan", status="pending")
    raises("SeamActionAttemptTimeoutError", lambda: ada.locks.unlock_door(
        device_id="lock_flat_four", wait_for_action_attempt={"timeout": 0.3, "polling_interval": 0.1}))
    cloud.control("clear")
    opened = operator.acs.entrances.unlock(acs_entrance_id="entrance_lobby", acs_credential_id="credential_ada_lobby")
    check(opened.status == "success", "the operator opens an entrance with a cloud key")


def changes(cloud):
    ada, operator = cloud.ada, cloud.operator
    eve = operator.user_identities.create(full_name="Eve Ötter")
    check(eve.full_name == "Eve Ötter", "a person is made")
    made = operator.acs.credentials.create(
        access_method="mobile_key", acs_user_id="user_ada_harbour", allowed_acs_entrance_ids=["entrance_gym"])
    check(made.acs_credential_id in ids(ada.acs.credentials.list(), "acs_credential_id"), "a credential is made")
    operator.acs.credentials.update(acs_credential_id=made.acs_credential_id, ends_at="2030-01-01T00:00:00Z")
    found = operator.acs.credentials.get(acs_credential_id=made.acs_credential_id)
    check(found.ends_at == "2030-01-01T00:00:00Z", "a credential is changed")
    operator.acs.credentials.delete(acs_credential_id=made.acs_credential_id)
    gone = ada.events.list(since=SINCE, event_type="acs_credential.deleted")
    check(ids(gone, "acs_credential_id") == [made.acs_credential_id], "its end is an event for the one who had it")
    check(cloud.ben.events.list(since=SINCE, event_type="acs_credential.deleted") == [], "and for nobody else")
    check(ids(operator.phones.list(owner_user_identity_id="person_ada"), "device_id") == ["phone_ada"], "phones")
    ada.phones.deactivate(device_id="phone_ada")
    check(operator.phones.list(owner_user_identity_id="person_ada") == [], "a phone is deactivated")
    operator.user_identities.delete(user_identity_id=eve.user_identity_id)
    raises("SeamHttpApiError", lambda: operator.user_identities.get(user_identity_id=eve.user_identity_id))
    operator.client_sessions.revoke(client_session_id=cloud.session.client_session_id)
    raises("SeamHttpUnauthorizedError", lambda: ada.workspaces.get())


def main():
    url, key_file, *socket = sys.argv[1:]
    cloud = Cloud(url, pathlib.Path(key_file).read_text().strip(), socket[0] if socket else None)
    for part in (sessions, credentials, pages, entrances, errors, refusals, locks, changes):
        part(cloud)
    print(f"{checks} checks hold with seam {VERSION}")


if __name__ == "__main__":
    main()
