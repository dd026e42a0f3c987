#include <libxml/xmlversion.h>
/* ICU's headers would collide with the ones inside Foundation; nothing here needs them. */
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/SAX2.h>
#include <libxml/xmlerror.h>
