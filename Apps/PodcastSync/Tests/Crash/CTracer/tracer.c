#define _GNU_SOURCE
#include "CTracer.h"

#include <errno.h>

#if defined(__linux__)

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

/// How a call names its file.
enum naming { BY_DESCRIPTOR, BY_PATH, BY_PATH_AT };

struct known_call {
    long number;
    enum traced_operation operation;
    enum naming naming;
    /// Which argument holds the flags of an open; -1 for every other call.
    int flags;
};

static const struct known_call known_calls[] = {
    {SYS_write, TRACED_WRITE, BY_DESCRIPTOR, -1},
    {SYS_writev, TRACED_WRITE, BY_DESCRIPTOR, -1},
    {SYS_pwrite64, TRACED_WRITE, BY_DESCRIPTOR, -1},
    {SYS_pwritev, TRACED_WRITE, BY_DESCRIPTOR, -1},
    {SYS_fsync, TRACED_SYNC, BY_DESCRIPTOR, -1},
    {SYS_fdatasync, TRACED_SYNC, BY_DESCRIPTOR, -1},
    {SYS_ftruncate, TRACED_TRUNCATE, BY_DESCRIPTOR, -1},
    {SYS_fallocate, TRACED_TRUNCATE, BY_DESCRIPTOR, -1},
    {SYS_openat, TRACED_OPEN, BY_PATH_AT, 2},
    {SYS_renameat, TRACED_RENAME, BY_PATH_AT, -1},
    {SYS_renameat2, TRACED_RENAME, BY_PATH_AT, -1},
    {SYS_unlinkat, TRACED_UNLINK, BY_PATH_AT, -1},
    {SYS_mkdirat, TRACED_MAKE_FOLDER, BY_PATH_AT, -1},
#ifdef SYS_open
    {SYS_open, TRACED_OPEN, BY_PATH, 1},
    {SYS_rename, TRACED_RENAME, BY_PATH, -1},
    {SYS_unlink, TRACED_UNLINK, BY_PATH, -1},
    {SYS_mkdir, TRACED_MAKE_FOLDER, BY_PATH, -1},
    {SYS_rmdir, TRACED_REMOVE_FOLDER, BY_PATH, -1},
#endif
};

static const struct known_call *known(uint64_t number) {
    for (size_t i = 0; i < sizeof known_calls / sizeof known_calls[0]; i++)
        if ((uint64_t)known_calls[i].number == number) return &known_calls[i];
    return NULL;
}

/// Where a link of the process's folder in /proc leads; empty when that cannot be read.
static void read_link(pid_t process, const char *name, char into[PATH_MAX]) {
    char link[64];
    snprintf(link, sizeof link, "/proc/%d/%s", process, name);
    ssize_t length = readlink(link, into, PATH_MAX - 1);
    into[length > 0 ? length : 0] = 0;
}

static void read_descriptor(pid_t process, int descriptor, char into[PATH_MAX]) {
    char name[32];
    snprintf(name, sizeof name, "fd/%d", descriptor);
    read_link(process, name, into);
}

/// Copies a string of the process, page by page, since the one after its end may not be there.
static void read_string(pid_t process, uint64_t address, char into[PATH_MAX]) {
    size_t length = 0;
    while (length < PATH_MAX - 1) {
        size_t room = 4096 - (address + length) % 4096;
        if (room > PATH_MAX - 1 - length) room = PATH_MAX - 1 - length;
        struct iovec here = {into + length, room};
        struct iovec there = {(void *)(uintptr_t)(address + length), room};
        ssize_t count = process_vm_readv(process, &here, 1, &there, 1, 0);
        if (count <= 0) break;
        if (memchr(into + length, 0, (size_t)count)) return;
        length += (size_t)count;
    }
    into[length] = 0;
}

/// A path of the process, made absolute by the folder of `descriptor`.
static void read_path(pid_t process, int descriptor, uint64_t address, char into[PATH_MAX]) {
    char path[PATH_MAX];
    read_string(process, address, path);
    if (path[0] == '/') {
        memcpy(into, path, PATH_MAX);
        return;
    }
    if (descriptor == AT_FDCWD) read_link(process, "cwd", into);
    else read_descriptor(process, descriptor, into);
    size_t length = strlen(into);
    snprintf(into + length, PATH_MAX - length, "/%s", path);
}

/// Whether the call that a thread is about to make ends the program.
static bool kills_before(pid_t process, const struct tracer *tracer) {
    struct __ptrace_syscall_info info;
    if (ptrace(PTRACE_GET_SYSCALL_INFO, process, sizeof info, &info) <= 0) return false;
    if (info.op != PTRACE_SYSCALL_INFO_ENTRY) return false;
    const struct known_call *call = known(info.entry.nr);
    if (!call) return false;
    const uint64_t *arguments = info.entry.args;
    if (call->flags >= 0 && !(arguments[call->flags] & (O_CREAT | O_TRUNC))) return false;

    static _Thread_local char path[PATH_MAX], target[PATH_MAX];
    struct traced_call told = {call->operation, path, NULL, -1};
    switch (call->naming) {
    case BY_DESCRIPTOR:
        told.descriptor = (int)arguments[0];
        read_descriptor(process, told.descriptor, path);
        break;
    case BY_PATH:
        read_path(process, AT_FDCWD, arguments[0], path);
        if (call->operation == TRACED_RENAME) read_path(process, AT_FDCWD, arguments[1], target);
        break;
    case BY_PATH_AT:
        read_path(process, (int)arguments[0], arguments[1], path);
        if (call->operation == TRACED_RENAME)
            read_path(process, (int)arguments[2], arguments[3], target);
        if (call->operation == TRACED_UNLINK && arguments[2] & AT_REMOVEDIR)
            told.operation = TRACED_REMOVE_FOLDER;
        break;
    }
    if (call->operation == TRACED_RENAME) told.target = target;
    return tracer->kills_before(tracer->context, &told);
}

/// The child's side, where only what is safe after a fork may be called.
static void become(
    const char *program, char *const arguments[], char *const environment[], int output, int errors) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int nothing = open("/dev/null", O_RDONLY);
    if (nothing >= 0) dup2(nothing, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    // What the parent has open is none of the program's business: a socket it holds would never close.
    syscall(SYS_close_range, 3, ~0U, 0);
    if (ptrace(PTRACE_TRACEME, 0, 0, 0) == 0 && raise(SIGSTOP) == 0)
        execve(program, arguments, environment);
    _exit(127);
}

static int follow(pid_t program, const struct tracer *tracer, int *status) {
    for (;;) {
        int state;
        // Children of this thread alone: those of others are waited for by others.
        pid_t process = waitpid(-1, &state, __WALL | __WNOTHREAD);
        if (process < 0) {
            if (errno == EINTR) continue;
            return errno == ECHILD ? 0 : errno;
        }
        if (!WIFSTOPPED(state)) {
            if (process == program) *status = state;
            continue;
        }
        int signal = WSTOPSIG(state);
        if (signal == (SIGTRAP | 0x80)) {
            signal = 0;
            if (kills_before(process, tracer)) {
                // It never leaves this stop but to die, so the call does not run.
                kill(program, SIGKILL);
                continue;
            }
        } else if (state >> 16 || signal == SIGTRAP || signal == SIGSTOP) {
            signal = 0;
        }
        ptrace(PTRACE_SYSCALL, process, 0, signal);
    }
}

int tracer_run(
    const char *program, char *const arguments[], char *const environment[], int output, int errors,
    const struct tracer *tracer, int *status) {
    pid_t child = fork();
    if (child < 0) return errno;
    if (child == 0) become(program, arguments, environment, output, errors);
    int state = 0, handle = -1, code = 0;
    while (waitpid(child, &state, __WALL) < 0 && errno == EINTR) {}
    if (!WIFSTOPPED(state)) return EPERM;
    long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
    handle = (int)syscall(SYS_pidfd_open, child, 0);
    if (handle < 0 || ptrace(PTRACE_SETOPTIONS, child, 0, options) != 0) {
        code = errno;
        kill(child, SIGKILL);
        while (waitpid(child, &state, __WALL) < 0 && errno == EINTR) {}
    } else {
        tracer->started(tracer->context, handle);
        ptrace(PTRACE_SYSCALL, child, 0, 0);
        return follow(child, tracer, status);
    }
    if (handle >= 0) close(handle);
    return code;
}

void tracer_signal(int handle, int signal) { syscall(SYS_pidfd_send_signal, handle, signal, NULL, 0); }

#else

int tracer_run(
    const char *program, char *const arguments[], char *const environment[], int output, int errors,
    const struct tracer *tracer, int *status) {
    return ENOTSUP;
}

void tracer_signal(int handle, int signal) {}

#endif
