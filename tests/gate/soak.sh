#!/usr/bin/env bash
# The long runs: every script of tests/soak/ in order; each prints a line with its figure.
set -eu
cd "$(dirname "$0")/../.."
export KELSO_BUILD=build/release
failed=0
passed=0
for script in $(find tests/soak -maxdepth 1 -name '[0-9a-z]*.sh' -o -maxdepth 1 -name '[0-9a-z]*.py' | sort); do
    case $script in
    *.sh) runner=bash ;;
    *.py) runner=python3 ;;
    esac
    started=$SECONDS
    if timeout --kill-after=10 7200 "$runner" "$script" </dev/null; then
        passed=$((passed + 1))
    else
        echo "FAILED: $script"
        failed=$((failed + 1))
    fi
    echo "    $script, $((SECONDS - started)) s"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed != 0 ]
