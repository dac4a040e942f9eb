/* In: nothing. Out: the variables that the Reference CBLAS exports. Programs that replace its handlers of bad calls,
   its own tests among them, read there whether the matrices came by rows; a CBLAS behind writes to these, not to its
   own. */
#define EXPORTED __attribute__((visibility("default")))
EXPORTED int RowMajorStrg;
EXPORTED int CBLAS_CallFromC;
