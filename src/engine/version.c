#include "engine/version.h"

const char *version_number(void) {
    return KELSO_VERSION;
}

const char *version_commit(void) {
    return KELSO_COMMIT;
}

const char *version_compiler(void) {
#ifdef __clang__
    return "clang " __clang_version__;
#else
    return "gcc " __VERSION__;
#endif
}

// The hand-made evaluation has no vector code; what differs is how bits are counted.
const char *version_simd(void) {
#ifdef __POPCNT__
    return "none (popcnt)";
#else
    return "none";
#endif
}
