"""Prints the podman commands that bring up what docker-compose.yml says, one a line.

Debian's podman-compose passes over fixed addresses, capabilities in merged parts and conditions; this takes every key that the file
has, and fails on one that it does not know.
"""

import os
import re
import shlex
import sys

import yaml

LEFT_OUT = {"build", "depends_on", "healthcheck", "restart", "stop_grace_period"}


def filled(text):
    """${NAME:?why} and ${NAME:-other}, as compose reads them."""

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
        return [f for name, text in value.items() for f in ("-e", f"{name}={text}")]
    if key == "networks":
        ((name, settings),) = value.items()
        return ["--network", f"croupier-check-{name}", "--ip", settings["ipv4_address"]]
    if key == "volumes":
        return [f for volume in value for f in ("-v", volume if volume.startswith(".") else f"croupier-check-{volume}")]
    if key == "read_only":
        return ["--read-only"] if value else []
    repeated = {"cap_add": "--cap-add", "cap_drop": "--cap-drop", "tmpfs": "--tmpfs", "ports": "-p", "security_opt": "--security-opt"}
    if key not in repeated:
        raise SystemExit(f"docker-compose.yml has a key that nothing here tries: {key}")
    # podman's name for it has an equals sign, and no value
    return [f for one in value for f in (repeated[key], one.removesuffix(":true"))]


with open("docker-compose.yml") as file:
    compose = yaml.safe_load(filled(file.read()))
for name, network in compose["networks"].items():
    subnet = network["ipam"]["config"][0]["subnet"]
    print(shlex.join(["podman", "network", "create", "--subnet", subnet, f"croupier-check-{name}"]))
for wanted in sys.argv[1:]:
    service = compose["services"][wanted]
    command = ["podman", "run", "-d", "--name", f"croupier-check-{wanted}"]
    for key, value in service.items():
        if key not in LEFT_OUT and key != "image":
            command += flags(key, value)
    print(shlex.join([*command, service["image"]]))
