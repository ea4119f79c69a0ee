#include "engine/version.h"

#include "eval/kernel.h"

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

const char *version_simd(void) {
    int count;
    return kernels_available(&count)[0]->name;
}
