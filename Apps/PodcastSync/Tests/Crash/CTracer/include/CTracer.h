#ifndef C_TRACER_H
#define C_TRACER_H

#include <stdbool.h>
#include <sys/types.h>

/// What a system call does to a file.
enum traced_operation {
    TRACED_WRITE,
    TRACED_SYNC,
    TRACED_TRUNCATE,
    TRACED_OPEN,
    TRACED_RENAME,
    TRACED_UNLINK,
    TRACED_MAKE_FOLDER,
    TRACED_REMOVE_FOLDER,
};

/// A system call that is about to run; the strings are the tracer's, for the time of the callback.
struct traced_call {
    enum traced_operation operation;
    /// The file, also where the call has only its descriptor.
    const char *path;
    /// Where a rename leads; NULL for every other.
    const char *target;
    /// The descriptor the call was given; -1 where it was given a path.
    int descriptor;
};

/// What the tracer tells while a program runs, all of it on the calling thread.
struct tracer {
    void *context;
    /// The program is there and has not begun; `handle` is for `tracer_signal`, and the callee's to close.
    void (*started)(void *context, int handle);
    /// A call is about to run; true kills the whole program before it does.
    bool (*kills_before)(void *context, const struct traced_call *call);
};

/// Runs a program to its end, and tells of each of its calls that make, change, name or sync a file.
///
/// Of what it starts itself nothing is told. It does not outlive the calling thread.
///
/// Returns 0 with its wait status in `status`, or an errno where it cannot be run or traced.
int tracer_run(
    const char *program, char *const arguments[], char *const environment[], int output, int errors,
    const struct tracer *tracer, int *status);

/// Sends a signal to the program behind a handle; nothing when it has ended.
void tracer_signal(int handle, int signal);

#endif
