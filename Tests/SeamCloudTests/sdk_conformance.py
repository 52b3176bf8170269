"""Checks the development cloud with Seam's official Python SDK, over TCP and over a Unix socket.

    python3 -m venv .build/sdk-venv && .build/sdk-venv/bin/pip install seam==3.18.0
    .build/sdk-venv/bin/python Tests/SeamCloudTests/sdk_conformance.py .build/debug/seam-devcloud

The SDK is the witness that requests and answers have the spelling of the real API: it refuses answers without the
member it looks for, and it makes its own queries, cursors, retries and error types. Exits 0 when every check holds.
"""

import contextlib
import importlib.metadata
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

import httpx
from seam import Seam

KEY = "seam_test_0123456789"
SEED = pathlib.Path(__file__).resolve().parents[2] / "deploy/devcloud/seed.json"
checks = 0


def check(condition, what):
    global checks
    checks += 1
    if not condition:
        sys.exit(f"sdk_conformance: failed: {what}")


@contextlib.contextmanager
def devcloud(executable, listen, directory):
    key = pathlib.Path(directory, "key")
    key.write_text(KEY + "\n")
    process = subprocess.Popen(
        [executable, "--listen", listen, "--seed", str(SEED), "--api-key-file", str(key)],
        stdout=subprocess.PIPE, text=True,
    )
    try:
        line = process.stdout.readline()
        check(line.startswith("ready "), "the cloud says that it is ready")
        yield line.split()[1]
    finally:
        process.send_signal(signal.SIGTERM)
        check(process.wait(timeout=20) == 0, "the cloud ends after SIGTERM")


def raises(name, call):
    try:
        call()
    except Exception as error:
        check(type(error).__name__ == name, f"{name} is raised, not {type(error).__name__}: {error}")
        return error
    check(False, f"{name} is raised")


def control(endpoint, options, path, **body):
    transport = options.get("transport")
    with httpx.Client(base_url=endpoint, transport=transport and httpx.HTTPTransport(uds=options["uds"])) as client:
        answer = client.post(f"/_dev/{path}", json=body, headers={"authorization": f"Bearer {KEY}"})
        check(answer.status_code == 200, f"control {path}: {answer.text}")


def conformance(endpoint, uds=None):
    def client(token=None):
        options = {}
        if uds:
            options["transport"] = httpx.HTTPTransport(uds=uds)
        if token:
            options["headers"] = {"authorization": f"Bearer {token}"}
        return Seam("seam_dummy_key" if token else KEY, endpoint=endpoint, httpx_options=options)

    options = {"transport": True, "uds": uds} if uds else {}
    operator = client()
    created = operator.client_sessions.create(user_identity_id="person_ada")
    check(created.token.startswith("seam_cst1"), "a token is made")
    again = operator.client_sessions.create(user_identifier_key="kiosk-1", user_identity_id="person_ben")
    check(operator.client_sessions.create(user_identifier_key="kiosk-1").token == again.token, "PUT finds a session")
    found = operator.client_sessions.get(client_session_id=created.client_session_id)
    check(found.user_identity_id == "person_ada", "the operator finds a session by id")

    ada = client(created.token)
    check(ada.client_sessions.get().client_session_id == created.client_session_id, "a session finds itself")
    check(ada.workspaces.get().workspace_id == "ws_harbour", "a session finds its workspace")
    credentials = ada.acs.credentials.list()
    check(len(credentials) == 13, "13 credentials")
    by_id = {row.acs_credential_id: row for row in credentials}
    check(by_id["credential_ada_gym"].warnings[0].warning_code == "waiting_to_be_issued", "a warning has its code")
    check(by_id["credential_ada_cellar"].errors[0].error_code == "flux_condenser_exhausted", "an unlisted error code")
    check(by_id["credential_ada_back_door"].ends_at is None, "an absent member is None")
    check(by_id["credential_ada_back_door"].errors == [], "no errors is an empty list")
    check(len(ada.acs.credentials.list(limit=1, user_identity_id="person_ada")) == 1, "a limit")
    paginator = ada.create_paginator(ada.acs.credentials.list, {"limit": 4})
    first, pagination = paginator.first_page()
    check(len(first) == 4 and pagination.has_next_page and pagination.next_page_cursor, "a first page")
    check([row.acs_credential_id for row in paginator.flatten_to_list()] == list(by_id), "all pages, in order")
    check(len(ada.acs.entrances.list(acs_credential_id="credential_ada_courtyard")) == 2, "two entrances")
    check(len(ada.acs.systems.list()) == 3, "three systems")
    check(len(ada.acs.users.list()) == 4, "four users")
    check(len(ada.user_identities.list()) == 1, "one person")
    check([row.device_id for row in ada.locks.list(device_types=["nuki_lock", "august_lock"])] == ["lock_flat_four"],
          "locks by types")
    check([row.device_id for row in operator.phones.list(owner_user_identity_id="person_ada")] == ["phone_ada"], "phones")

    # The key's routes refuse a session; the SDK reports every 401 as unauthorized.
    raises("SeamHttpUnauthorizedError", lambda: ada.acs.credentials.get(acs_credential_id="credential_ada_gym"))
    raises("SeamHttpUnauthorizedError", lambda: ada.phones.list())
    raises("SeamHttpUnauthorizedError", lambda: client("seam_cst1unknown_token000").workspaces.get())
    error = raises("SeamHttpApiError", lambda: operator.acs.credentials.get(acs_credential_id="nobody"))
    check(error.code == "acs_credential_not_found" and error.status_code == 404 and error.request_id, "a typed 404")
    error = raises("SeamHttpInvalidInputError", lambda: ada.acs.credentials.list(limit=100_000))
    check(error.get_validation_error_messages("limit"), "the parameter is named")

    attempt = ada.locks.unlock_door(device_id="lock_flat_four")
    check(attempt.status == "success", "an unlock is waited for")
    events = ada.events.list(since="2020-01-01T00:00:00Z", event_types=["lock.unlocked", "lock.locked"], limit=10)
    check([event.action_attempt_id for event in events] == [attempt.action_attempt_id], "the unlock's event")
    control(endpoint, options, "action_attempts/plan", status="error", error_type="jammed", error_message="Jammed.")
    error = raises("SeamActionAttemptFailedError", lambda: ada.locks.unlock_door(device_id="lock_flat_four"))
    check(error.code == "jammed", "an attempt's error type")
    control(endpoint, options, "action_attempts/plan", status="pending")
    raises("SeamActionAttemptTimeoutError", lambda: ada.locks.unlock_door(
        device_id="lock_flat_four", wait_for_action_attempt={"timeout": 0.3, "polling_interval": 0.1}))

    if not uds:  # a transport of one's own switches the SDK's retries off
        control(endpoint, options, "outage", route="acs/systems/list", status=503, count=2)
        check(len(ada.acs.systems.list()) == 3, "two outages are retried")
    control(endpoint, options, "outage", route="acs/systems/list", status=200, content_type="text/html", body="<p>")
    raises("SeamHttpInvalidResponseError", lambda: ada.acs.systems.list())
    control(endpoint, options, "clear")
    operator.client_sessions.revoke(client_session_id=created.client_session_id)
    raises("SeamHttpUnauthorizedError", lambda: ada.workspaces.get())


def main():
    executable = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory(dir="/tmp") as directory:
        with devcloud(executable, "127.0.0.1:0", directory) as url:
            conformance(url)
        path = os.path.join(directory, "s")
        with devcloud(executable, f"unix:{path}", directory):
            conformance("http://devcloud", uds=path)
    print(f"sdk_conformance: {checks} checks hold with seam {importlib.metadata.version('seam')}")


if __name__ == "__main__":
    main()
