"""Prints the podman commands that bring up services of a compose file, one a line: compose.py FILE SERVICE …

Debian's podman-compose ignores fixed addresses, capabilities in merged parts, and conditions. This program translates
or deliberately leaves out every key of the file, and fails on a key that it does not know.
"""

import os
import re
import shlex
import sys

import yaml

LEFT_OUT = {"profiles", "build", "depends_on", "healthcheck", "restart", "stop_grace_period"}


def filled(value):
    """Replaces ${NAME:?why} and ${NAME:-other} in each string of the parsed file. An empty result stays a string."""
    if isinstance(value, dict):
        return {key: filled(one) for key, one in value.items()}
    if isinstance(value, list):
        return [filled(one) for one in value]
    return filled_text(value) if isinstance(value, str) else value


def filled_text(text):

    def value(match):
        name, operator, other = match.groups()
        found = os.environ.get(name, "")
        if found == "" and operator == ":?":
            raise SystemExit(f"{name}: {other}")
        return found or other or ""

    return re.sub(r"\$\{(\w+)(?:(:[?-])([^}]*))?\}", value, text)


def flags(key, value):
    """Returns the flags of `podman run` for one key of a service."""
    if key == "environment":
        # a key without a value gets it from the shell, or is not set
        texts = {name: os.environ.get(name) if text is None else text for name, text in value.items()}
        return [f for name, text in texts.items() if text is not None for f in ("-e", f"{name}={text}")]
    if key == "networks":
        ((name, settings),) = value.items()
        address = ["--ip", settings["ipv4_address"]] if "ipv4_address" in settings else []
        return ["--network", f"croupier-check-{name}", *address, "--network-alias", wanted]
    if key == "hostname":
        return ["--hostname", value]
    if key == "volumes":
        return [f for volume in value for f in ("-v", volume if volume.startswith(".") else f"croupier-check-{volume}")]
    if key == "read_only":
        return ["--read-only"] if value else []
    repeated = {"cap_add": "--cap-add", "cap_drop": "--cap-drop", "tmpfs": "--tmpfs", "ports": "-p", "security_opt": "--security-opt"}
    if key not in repeated:
        raise SystemExit(f"{path} has a key that nothing here tries: {key}")
    # compose files say `no-new-privileges:true`; the flag of podman is `no-new-privileges`
    return [f for one in value for f in (repeated[key], one.removesuffix(":true"))]


path, *services = sys.argv[1:]
with open(path) as file:
    compose = filled(yaml.safe_load(file))
for name, network in compose.get("networks", {"default": {}}).items():
    limits = []
    if "ipam" in network:
        addresses = network["ipam"]["config"][0]
        limits = ["--subnet", addresses["subnet"], "--ip-range", addresses["ip_range"]]
    print(shlex.join(["podman", "network", "create", *limits, f"croupier-check-{name}"]))
for wanted in services:
    service = compose["services"][wanted]
    command = ["podman", "run", "-d", "--name", f"croupier-check-{wanted}"]
    # like compose, gives each service its name as host name in one common network
    service = {"networks": {"default": {}}, "hostname": wanted} | service
    for key, value in service.items():
        if key not in LEFT_OUT and key != "image":
            command += flags(key, value)
    print(shlex.join([*command, service["image"]]))
