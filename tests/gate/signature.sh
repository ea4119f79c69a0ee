#!/usr/bin/env bash
# signature.sh BUILD...: `kelso bench` of every build folder must end with the signature that is
# kept in tests/data/bench-signature. Two run at a time.
set -eu
kept=$(cat tests/data/bench-signature)
signature_of() {
    line=$(timeout 600 "$1/kelso" bench </dev/null | tail -n 1)
    if [ "$line" = "signature $kept" ]; then echo "$1: $line"; else
        echo "$1: $line, expected $kept"
        return 1
    fi
}
export -f signature_of
export kept
printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} bash -c 'signature_of {}'
