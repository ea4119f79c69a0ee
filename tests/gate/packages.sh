#!/usr/bin/env bash
# packages.sh install USE...   install the packages of these uses, if one is missing
# packages.sh headers          say which headers that the build needs are missing; never installs
set -eu
list=$(dirname "$0")/packages.txt

# Lines "PACKAGE PROBE" of the uses given.
packages_of() {
    for use in "$@"; do
        awk -v use="$use" '$1 == use { print $2, $3 }' "$list"
    done
}

have_probe() {
    case $1 in
    *.h)
        # cmocka.h wants these before it.
        printf '#include <stdarg.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <setjmp.h>\n#include <%s>\n' "$1" |
            ${CC:-cc} -E -x c - >/dev/null 2>&1
        ;;
    *) command -v "$1" >/dev/null ;;
    esac
}

have_package() {
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

have() { # PACKAGE PROBE
    if [ "$how" = package ]; then have_package "$1"; else have_probe "$2"; fi
}

missing_of() {
    packages_of "$@" | while read -r package probe; do
        have "$package" "$probe" </dev/null || printf '%s ' "$package"
    done
}

case ${1-} in
headers)
    how=probe
    command -v "${CC%% *}" >/dev/null || { echo "No compiler: ${CC%% *} (Debian package gcc)" >&2; exit 1; }
    missing=$(missing_of build)
    [ -z "$missing" ] || {
        echo "Missing headers; Debian packages: $missing" >&2
        echo "\`make demo\` installs them and builds." >&2
        exit 1
    }
    ;;
install)
    shift
    how=probe
    if command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; then how=package; fi
    missing=$(missing_of "$@")
    [ -n "$missing" ] || exit 0
    if [ "$how" = probe ]; then
        echo "Please install what these Debian packages hold: $missing" >&2
        exit 1
    fi
    as_root=
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || { echo "As root: apt-get install $missing" >&2; exit 1; }
        as_root=sudo
    fi
    echo "Installing $missing"
    timeout 300 $as_root apt-get -qq update </dev/null
    # shellcheck disable=SC2086  # words on purpose
    timeout 900 $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -qq -y -o Dpkg::Use-Pty=0 --no-install-recommends install $missing </dev/null
    ;;
*)
    sed -n '2,3s/^# //p' "$0" >&2
    exit 2
    ;;
esac
