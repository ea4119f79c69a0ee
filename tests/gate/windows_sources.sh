#!/usr/bin/env bash
# windows_sources.sh FOLDER: what the Windows build compiles in, as there is no package of it for
# mingw-w64: xxhash.h, and the decompressor of zstd out of Debian's source package, into FOLDER. The
# latter is left out, and said, where it is not to be had: kelso.exe then has no endgame tables.
set -eu
folder=$1
[ -e "$folder/done" ] && exit 0
rm -rf "$folder"
mkdir -p "$folder/include" "$folder/apt/lists/partial"
cp /usr/include/xxhash.h "$folder/include/"

# Without touching the system's lists of packages. A mirror may lack the sources of one suite.
fetch() { # SUITES, as a pattern
    command -v apt-get >/dev/null || return 1
    # shellcheck disable=SC2016  # apt's own variables
    apt-get indextargets --format 'deb-src $(REPO_URI) $(RELEASE) $(COMPONENT)' \
        'Created-By: Packages' 'Origin: Debian' | sort -u | grep -E "$1" >"$folder/apt/sources.list"
    cd "$folder/apt"
    apt=(apt-get -qq -o Dir::Etc::SourceList="$PWD/sources.list" -o Dir::Etc::SourceParts=/dev/null
        -o Dir::State::Lists="$PWD/lists")
    "${apt[@]}" update && "${apt[@]}" source --download-only libzstd
}

if { (fetch .) || (fetch " [a-z]+ main"); } >"$folder/fetch.log" 2>&1 </dev/null; then
    tar -C "$folder" --strip-components=1 --wildcards -xf "$folder"/apt/libzstd_*.orig.tar.?z \
        '*/lib/common/*' '*/lib/decompress/*' '*/lib/*.h'
    touch "$folder/done"
else
    echo "No source package of zstd: kelso.exe is made without endgame tables ($folder/fetch.log)" >&2
fi
