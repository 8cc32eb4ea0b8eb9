"""Prints the podman commands that bring up services of a compose file, one a line: compose.py FILE SERVICE …

Debian's podman-compose passes over fixed addresses, capabilities in merged parts and conditions; this takes every key that the file
has, and fails on one that it does not know.
"""

import os
import re
import shlex
import sys

import yaml

LEFT_OUT = {"profiles", "build", "depends_on", "healthcheck", "restart", "stop_grace_period"}


def filled(value):
    """${NAME:?why} and ${NAME:-other} in every text of the parsed file, as compose reads them: what is empty stays a text."""
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
    """The flags of `podman run` that one key of a service stands for."""
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
    # podman's name for it has an equals sign and no value
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
    # the names in compose's own network; only services that others reach by name get an address
    service = {"networks": {"default": {}}, "hostname": wanted} | service
    for key, value in service.items():
        if key not in LEFT_OUT and key != "image":
            command += flags(key, value)
    print(shlex.join([*command, service["image"]]))
