#!/usr/bin/env bash
# Prints what this machine lacks for run.sh, and fails. Prints nothing if it has everything.
PATH=$PATH:/usr/sbin:/sbin:/usr/lib/podman
for program in buildah podman debootstrap runc netavark aardvark-dns iptables; do
  command -v "$program" >/dev/null || { echo "there is no $program on this machine: apt-get install $program"; exit 2; }
done
python3 -c 'import yaml' 2>/dev/null || { echo 'there is no python3-yaml on this machine: apt-get install python3-yaml'; exit 2; }
[ "$(id -u)" = 0 ] || { echo 'building a base image takes root'; exit 2; }
