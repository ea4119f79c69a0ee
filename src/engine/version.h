// What this program is.
#ifndef KELSO_ENGINE_VERSION_H
#define KELSO_ENGINE_VERSION_H

const char *version_number(void);
const char *version_commit(void);   // "unknown" where it was not built from a checkout
const char *version_compiler(void); // name and version
const char *version_simd(void);     // the vector instructions in use

#endif
