// What the C library of Linux says of its heap; Swift's own module leaves it out.
#if defined(__linux__)
#include <malloc.h>
#endif
