# Kelso. `make` builds build/release/; `make help` lists the targets.
#
# CFG=NAME names the configuration to build, into build/NAME/ (OUT=FOLDER for another place).
# CC, CFLAGS, CPPFLAGS, LDFLAGS are the user's: CFLAGS replaces only the optimisation below.
# New .c files are found by themselves: src/*/*.c, tools/*/*.c, tests/unit/*.c, tests/fuzz/*.c.
# tools/NAME/main.c makes kelso-NAME; the other files of tools/ are in libtools.a.

VERSION = 0.1.0
CFG     = release
OUT     = build/$(CFG)
PREFIX  = /usr/local

SHELL = bash
.SHELLFLAGS = -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL = all

# ---- configurations: CFLAGS is optimisation, which a user may replace; MODE is what makes the
# configuration and always stays.

OPT_release  = -O3 -fno-plt
OPT_native   = -O3 -fno-plt
OPT_debug    = -Og -g
OPT_asan     = -O1 -g
OPT_tsan     = -O1 -g
OPT_coverage = -O0 -g
OPT_pgo      = -O3 -fno-plt
OPT_fuzz     = -O1 -g
OPT_windows  = -O3

SANITIZE = -fno-sanitize-recover=all -fno-omit-frame-pointer

MODE_release  = -DNDEBUG
MODE_native   = -DNDEBUG -march=native
MODE_asan     = -fsanitize=address,undefined $(SANITIZE)
MODE_tsan     = -fsanitize=thread $(SANITIZE)
MODE_coverage = --coverage -fprofile-update=atomic
MODE_pgo      = -DNDEBUG -march=native $(PROFILE)
MODE_fuzz     = -fsanitize=fuzzer-no-link,address,undefined $(SANITIZE)
# Windows aligns the stack to 16 bytes, which gcc forgets where it keeps vectors of 32.
# Formats are those of C, not of the system's library, which the warnings do not know.
MODE_windows  = -DNDEBUG -D_POSIX_THREAD_SAFE_FUNCTIONS -Wno-format -Wa,-muse-unaligned-vector-move

# A warning of a future compiler must not stop a user; it stops development and the gate.
WERROR = $(if $(filter debug asan tsan fuzz,$(CFG)),1)

WARN   = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes $(if $(WERROR),-Werror)
CFLAGS = $(OPT_$(CFG))
# -fPIC, and nothing to be seen from outside: the same objects are in the programs and in the library.
# -ffp-contract=off: a fused multiply-add would round differently on the machines that have it.
COMPILE = $(CC) -std=c11 -D_GNU_SOURCE $(WARN) -Isrc $(OWN_FLAGS) $(CPPFLAGS) $(CFLAGS) \
          -fPIC -fvisibility=hidden -ffp-contract=off $(MODE_$(CFG))
LINK    = $(CC) $(CFLAGS) $(MODE_$(CFG)) $(LDFLAGS) -o $@ $(filter %.o %.a,$^) $(OWN_LIBS) \
          $(ZSTD) $(LDLIBS) -lpthread -lm

# A part of the library, so it is linked into every program; statically, so that the engine needs no file.
ZSTD = -l:libzstd.a

# src/base/ has a folder for each of them.
SYSTEM = posix

# `make windows`: what tests/gate/windows_sources.sh has fetched is compiled in.
ifeq ($(CFG),windows)
SYSTEM   = windows
CC       = x86_64-w64-mingw32-gcc-posix
AR       = x86_64-w64-mingw32-ar
EXE      = .exe
LDFLAGS  = -static
sources  = $(OUT)/sources
CPPFLAGS = -isystem $(sources)/include $(if $(zstd_files),-isystem $(sources)/lib,-DKELSO_WITHOUT_ZSTD)
ZSTD     = -lshell32
zstd_files   := $(wildcard $(OUT)/sources/lib/common/*.c $(OUT)/sources/lib/decompress/*.c)
zstd_objects := $(patsubst $(OUT)/sources/%.c,$(OUT)/obj/zstd/%.o,$(zstd_files))
endif

# ---- what is built

objects = $(patsubst %.c,$(OUT)/obj/%.o,$(wildcard $1))

lib_objects   := $(call objects,src/*/*.c src/base/$(SYSTEM)/*.c)
tool_objects  := $(filter-out %/main.o,$(call objects,tools/*/*.c))
unit_helpers  := $(filter-out $(OUT)/obj/tests/unit/test_%,$(call objects,tests/unit/*.c)) \
                 $(call objects,tests/oracle/oracle.c tests/oracle/endings.c)
tools         := $(patsubst tools/%/main.c,$(OUT)/kelso-%,$(wildcard tools/*/main.c))
unit_tests    := $(patsubst tests/unit/%.c,$(OUT)/test/%,$(wildcard tests/unit/test_*.c))
fuzz_targets  := $(patsubst tests/fuzz/%.c,$(OUT)/%,$(wildcard tests/fuzz/fuzz_*.c))
cb_library    := $(OUT)/libkelso_cb.so
cb_tests      := $(OUT)/cb-gui $(OUT)/libbad_cb.so
oracles       := $(addprefix $(OUT)/oracle-,player replay perft)

programs      := $(if $(wildcard src/main.c),$(OUT)/kelso) $(tools)

programs: $(OUT)/libkelso.a $(programs) $(cb_library) $(OUT)/kelso.kbk
test-programs: programs $(unit_tests) $(if $(wildcard tests/oracle),$(oracles)) $(cb_tests)
fuzz-programs: $(fuzz_targets)

$(OUT)/kelso$(EXE): $(OUT)/obj/src/main.o $(OUT)/libkelso.a $(zstd_objects)
$(tools): $(OUT)/kelso-%: $(OUT)/obj/tools/%/main.o $(OUT)/libtools.a $(OUT)/libkelso.a
$(OUT)/oracle-player: $(call objects,tests/oracle/oracle.c tests/oracle/player.c)
$(OUT)/oracle-replay: $(call objects,tests/oracle/oracle.c tests/oracle/replay.c)
$(OUT)/oracle-perft: $(call objects,tests/oracle/oracle.c tests/oracle/oracle_perft.c)
$(unit_tests): $(OUT)/test/%: $(OUT)/obj/tests/unit/%.o $(unit_helpers) $(OUT)/libtools.a $(OUT)/libkelso.a
$(fuzz_targets): $(OUT)/%: $(OUT)/obj/tests/fuzz/%.o $(OUT)/libkelso.a

$(cb_library): $(OUT)/obj/src/frontend/cb.o $(OUT)/libkelso.a
$(OUT)/libbad_cb.so: $(call objects,tests/cb/bad.c)
$(OUT)/cb-gui: $(call objects,tests/cb/gui.c)

tool_libs = -luv -linih -ljansson
$(tools): OWN_LIBS = $(tool_libs)
$(unit_tests): OWN_LIBS = -lcmocka $(tool_libs)
$(fuzz_targets): OWN_LIBS = -fsanitize=fuzzer

$(cb_library): OWN_LIBS = -shared -Wl,--exclude-libs,ALL
$(OUT)/libbad_cb.so: OWN_LIBS = -shared

$(OUT)/kelso$(EXE) $(cb_library) $(tools) $(oracles) $(cb_tests) $(unit_tests) $(fuzz_targets):
	@mkdir -p $(@D)
	$(LINK)

$(OUT)/libkelso.a: $(lib_objects) $(OUT)/lib.list
$(OUT)/libtools.a: $(tool_objects) $(OUT)/tools.list
%.a:
	rm -f $@ && $(AR) qcs $@ $(filter %.o,$^)

$(OUT)/obj/tools/%.o: OWN_FLAGS = -Itools
$(OUT)/obj/tests/%.o: OWN_FLAGS = -Itools -Itests
$(OUT)/obj/%.o: %.c $(OUT)/flags
	@mkdir -p $(@D)
	$(COMPILE) -MMD -MP -c -o $@ $<

$(OUT)/obj/zstd/%.o: $(OUT)/sources/%.c $(OUT)/flags
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(MODE_$(CFG)) -DZSTD_DISABLE_ASM -c -o $@ $<

-include $(patsubst %.o,%.d,$(call objects,src/*.c src/*/*.c src/base/*/*.c tools/*/*.c tests/*/*.c))

# Only this object knows the version and the commit, so that a commit does not rebuild the rest.
commit        := $(shell git describe --always --dirty 2>/dev/null || echo unknown)
version_flags  = -DKELSO_VERSION=\"$(VERSION)\" -DKELSO_COMMIT=\"$(commit)\"
$(OUT)/obj/src/engine/version.o: OWN_FLAGS = $(version_flags)
$(OUT)/obj/src/engine/version.o: $(OUT)/version.list

# The ballot tables, compiled in so that the program needs no path.
$(OUT)/obj/src/book/ballots.o: OWN_FLAGS = -I$(OUT)/gen
$(OUT)/obj/src/book/ballots.o: $(OUT)/gen/ballots3.inc $(OUT)/gen/ballots2.inc
$(OUT)/gen/ballots%.inc: books/ballots-%move.tsv
	@mkdir -p $(@D)
	awk -F '\t' '/^[0-9]/ { gsub(/["\\]/, "\\\\&"); \
	  printf "{%d, \"%s\", BALLOT_%s, \"%s\"},\n", $$1, $$2, toupper($$3), $$4 }' $< >$@

# The page of kelso-match --html: style and scripts in their places, as a C string.
page = tools/match/report
page_scripts := $(sort $(wildcard $(page)/*.js))
$(OUT)/obj/tools/match/html.o: OWN_FLAGS = -Itools -I$(OUT)/gen
$(OUT)/obj/tools/match/html.o: $(OUT)/gen/report_page.inc
$(OUT)/gen/report_page.inc: $(page)/report.html $(page)/report.css $(page_scripts)
	@mkdir -p $(@D)
	sed -e '/@style@/ { r $(page)/report.css' -e 'd }' -e '/@scripts@/ {' \
	  $(foreach script,$(page_scripts),-e 'r $(script)') -e 'd }' $< | \
	  sed 's/[\\"?]/\\&/g; s/^/"/; s/$$/\\n"/' >$@

# The weights of the evaluation, as bytes.
$(OUT)/obj/src/eval/network.o: OWN_FLAGS = -I$(OUT)/gen
$(OUT)/obj/src/eval/network.o: $(OUT)/gen/network.inc
$(OUT)/gen/network.inc: src/eval/kelso.net
	@mkdir -p $(@D)
	od -An -v -tu1 $< | sed 's/[0-9]\{1,\}/&,/g' >$@

# The opening book, where the engine looks for it.
$(OUT)/kelso.kbk: books/kelso.kbk
	@mkdir -p $(@D)
	cp $< $@

# The opening suites, for kelso-match in the same way.
$(OUT)/obj/tools/match/suites.o: OWN_FLAGS = -Itools -I$(OUT)/gen
$(OUT)/obj/tools/match/suites.o: $(OUT)/gen/suite-ballots11.inc $(OUT)/gen/suite-edge.inc
$(OUT)/gen/suite-%.inc: books/%.txt
	@mkdir -p $(@D)
	awk '!/^#/ { sub(/ *#.*/, ""); print "\"" $$0 "\"," }' $< >$@

# Stamps: a file whose text is a command line or a list; what depends on it is remade when the
# text changes, and only then.
stamp = printf '%s\n' '$(strip $1)' | cmp -s - $@ || printf '%s\n' '$(strip $1)' >$@

flags_text := $(COMPILE) / $(LDFLAGS) $(LDLIBS)
$(OUT)/flags: FORCE
	@mkdir -p $(@D)
	@test -e $@ || [ '$(CFG)' = windows ] || CC='$(CC) $(CPPFLAGS)' tests/gate/packages.sh headers
	@$(call stamp,$(flags_text))
$(OUT)/version.list: FORCE
	@mkdir -p $(@D)
	@$(call stamp,$(version_flags))
$(OUT)/lib.list: FORCE
	@mkdir -p $(@D)
	@$(call stamp,$(lib_objects))
$(OUT)/tools.list: FORCE
	@mkdir -p $(@D)
	@$(call stamp,$(tool_objects))
FORCE:

# ---- targets for people

all: programs tables ## build build/release/, kelso and its tools, and small endgame tables (the default)

# Beside the folder of the programs, where the engine looks for them.
egdb_folder = $(dir $(OUT))egdb
egdb_build  = $(OUT)/kelso-egdb build --dir '$(egdb_folder)' --distance

tables: programs ## endgame tables of 2-4 pieces into build/egdb/
	$(egdb_build) --pieces 4 --quiet

PIECES = 6
egdb: programs ## endgame tables of up to PIECES=6 pieces into build/egdb/; started again, it goes on
	$(egdb_build) --pieces $(PIECES)

native debug asan tsan: ## build with -march=native, for debugging, with sanitizers
	+@$(MAKE) CFG=$@ test-programs

windows: ## build kelso.exe with mingw-w64 into build/windows/; installs what it needs
	tests/gate/packages.sh install build windows
	tests/gate/windows_sources.sh build/windows/sources
	+@$(MAKE) CFG=windows build/windows/kelso.exe build/windows/kelso.kbk

fuzz: ## build the fuzz targets with clang into build/fuzz/
	+@$(MAKE) CFG=fuzz CC=clang fuzz-programs

pgo: ## build build/pgo/ with a profile of bench (gcc)
	rm -rf build/pgo
	+@$(MAKE) CFG=pgo PROFILE='-fprofile-generate -fprofile-update=atomic' programs
	build/pgo/kelso bench
	+@$(MAKE) CFG=pgo PROFILE='-fprofile-use -fprofile-correction -Wno-missing-profile' programs

demo: ## install what the build needs, build, play a short refereed match
	tests/gate/packages.sh install build
	+@$(MAKE) CFG=release programs
	tests/gate/demo.sh

check: ## install what the tests need and run the gate
	tests/gate/packages.sh install build check
	tests/gate/check.sh

test: ## unit, oracle and process tests, quickly
	tests/gate/test.sh

soak: programs ## the long runs of tests/soak/, each with its figure
	tests/gate/packages.sh install build check soak
	tests/gate/soak.sh

bench: programs ## search a fixed set of positions; ends with the signature
	$(OUT)/kelso bench

GENERATIONS = 1
POSITIONS   = 1000000
NETWORK     =

train: programs ## weights for the evaluation by self-play: GENERATIONS, POSITIONS, NETWORK
	tools/train.sh build/train $(GENERATIONS) $(POSITIONS) '$(NETWORK)'

coverage: ## line coverage of the unit and process tests by file
	+@$(MAKE) CFG=coverage test-programs
	tests/gate/coverage.sh

fresh: ## demo and check in a bare Debian (debootstrap, as root)
	tests/gate/fresh.sh

format: ## clang-format on all sources
	find src tools tests -name '*.[ch]' -exec clang-format -i {} +

install: all ## install into $(DESTDIR)$(PREFIX), with the opening book and the endgame tables there are
	install -d '$(DESTDIR)$(PREFIX)/bin' '$(DESTDIR)$(PREFIX)/share/doc/kelso' \
	  '$(DESTDIR)$(PREFIX)/share/kelso/egdb' '$(DESTDIR)$(PREFIX)/lib'
	install $(programs) '$(DESTDIR)$(PREFIX)/bin'
	install -m 644 $(cb_library) '$(DESTDIR)$(PREFIX)/lib'
	install -m 644 $(wildcard LICENSE *.md) '$(DESTDIR)$(PREFIX)/share/doc/kelso'
	install -m 644 books/kelso.kbk '$(DESTDIR)$(PREFIX)/share/kelso'
	install -m 644 '$(egdb_folder)'/*.{wld,progress,end} '$(DESTDIR)$(PREFIX)/share/kelso/egdb'

clean: ## remove build/ but the cached base system of fresh
	find build -mindepth 1 -maxdepth 1 ! -name fresh -exec rm -rf {} + 2>/dev/null || true

help: ## this list
	@sed -n 's/^\([a-z ]*\):.*## \(.*\)/\1\t\2/p' $(firstword $(MAKEFILE_LIST)) | column -t -s $$'\t'

.PHONY: all tables egdb programs test-programs fuzz-programs native windows debug asan tsan fuzz pgo demo check test \
        soak bench train coverage fresh format install clean help FORCE
