#include "cb/library.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

bool cb_library_open(CbLibrary *library, const char *path, Error *error) {
    char file[PATH_MAX];
    snprintf(file, sizeof file, "%s%s", strchr(path, '/') == NULL ? "./" : "", path);
    *library = (CbLibrary){.handle = dlopen(file, RTLD_NOW | RTLD_LOCAL)};
    if (library->handle == NULL) {
        return error_set(error, ERROR_FILE, "%s", dlerror());
    }
    *(void **)&library->getmove = dlsym(library->handle, "getmove");
    *(void **)&library->enginecommand = dlsym(library->handle, "enginecommand");
    if (library->getmove == NULL || library->enginecommand == NULL) {
        cb_library_close(library);
        return error_set(error, ERROR_FILE, "%s has no getmove or no enginecommand", file);
    }
    return true;
}

void cb_library_close(CbLibrary *library) {
    dlclose(library->handle);
    library->handle = NULL;
}

bool cb_library_command(const CbLibrary *library, const char *command, char reply[CB_TEXT_MAX]) {
    reply[0] = '\0';
    bool handled = library->enginecommand(command, reply) == 1;
    reply[CB_TEXT_MAX - 1] = '\0';
    for (char *c = reply; *c != '\0'; c++) {
        *c = (unsigned char)*c < ' ' ? ' ' : *c;
    }
    return handled;
}
