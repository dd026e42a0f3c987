// What the C library of Linux shows only to those that define _GNU_SOURCE, which Swift's own module does not.
#if defined(__linux__)
#include <spawn.h>
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
#endif
