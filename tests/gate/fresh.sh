#!/usr/bin/env bash
# The README's two commands, `make demo` and `make check`, on a clean clone of HEAD in a bare
# Debian that holds only what a newcomer is told to have. As root; needs debootstrap.
# The bare system is kept as build/fresh/base.tar and made again when that file is removed.
set -eu
suite=bookworm
packages=git,make,gcc,libc6-dev,ca-certificates

top=$(git rev-parse --show-toplevel)
work=$top/build/fresh
root=$work/root
base=$work/base.tar
command -v debootstrap >/dev/null || { echo "fresh: needs debootstrap (Debian package debootstrap)" >&2; exit 1; }
[ "$(id -u)" = 0 ] || { echo "fresh: must run as root" >&2; exit 1; }

# Debian's own repositories as this machine reaches them, one "URI SUITE COMPONENT" a line.
repositories() {
    # shellcheck disable=SC2016  # apt's own variables
    apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' \
        'Created-By: Packages' 'Origin: Debian' 2>/dev/null | grep " $suite" ||
        echo "http://deb.debian.org/debian $suite main"
}

make_base() {
    mirror=$(repositories | awk -v suite="$suite" '$2 == suite && $3 == "main" { print $1; exit }')
    echo "fresh: debootstrap $suite from $mirror"
    rm -rf "$root"
    timeout 1200 debootstrap --variant=minbase --include="$packages" "$suite" "$root" "$mirror" \
        >"$work/debootstrap.log" 2>&1 </dev/null || { tail -n 20 "$work/debootstrap.log"; exit 1; }
    rm -f "$root"/var/cache/apt/archives/*.deb "$root"/etc/apt/sources.list
    tar -C "$root" -cf "$base.part" .
    mv "$base.part" "$base"
}

# The new system reaches the packages in the way this machine does: repositories, apt's
# transport settings, name service, certificates. Nothing else of the machine goes in.
configure() {
    repositories | sed 's/^/deb /' >"$root/etc/apt/sources.list"
    apt-config dump | grep -E '^Acquire::(http|https|ftp|Check|Retries|Force)' \
        >"$root/etc/apt/apt.conf.d/90machine" || true
    cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
    if [ -n "$(find /usr/local/share/ca-certificates -name '*.crt' 2>/dev/null)" ]; then
        cp -r /usr/local/share/ca-certificates "$root/usr/local/share/"
        chroot "$root" update-ca-certificates >/dev/null 2>&1
    fi
}

# Runs `make TARGET` in the new system. The mounts live in a namespace of their own, and so do
# the processes: both are gone when this ends, however it ends.
run() { # TARGET SECONDS
    start=$SECONDS
    # shellcheck disable=SC2016  # expanded by the inner shell
    if timeout --kill-after=10 "$2" unshare --mount --pid --fork --kill-child --propagation private \
        sh -c 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" &&
               exec chroot "$0" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
                   CI=true "http_proxy=$http_proxy" "https_proxy=$https_proxy" "no_proxy=$no_proxy" \
                   sh -c "cd /kelso && make $1"' "$root" "$1" >"$work/$1.log" 2>&1 </dev/null
    then
        echo "fresh $1: ok, $((SECONDS - start)) s"
    else
        tail -n 40 "$work/$1.log"
        echo "fresh $1: FAILED, $((SECONDS - start)) s (build/fresh/$1.log, build/fresh/root)"
        failed=1
    fi
}

export http_proxy="${http_proxy-}" https_proxy="${https_proxy-}" no_proxy="${no_proxy-}"
failed=
mkdir -p "$work"
[ -e "$base" ] || make_base
rm -rf "$root"
mkdir "$root"
tar -C "$root" -xf "$base"
configure
git clone -q --no-hardlinks "$top" "$root/kelso"

run demo 300
for file in demo.pdn table.txt; do
    [ -s "$root/kelso/build/demo/$file" ] || { echo "fresh demo: build/demo/$file is missing"; failed=1; }
done
run check 1800
grep -E '^[0-9]+ passed, [0-9]+ failed$' "$work/check.log" || true
[ -z "$failed" ] || exit 1
rm -rf "$root"
