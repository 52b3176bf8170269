#include <sqlite3.h>

/* Variadic functions are not imported by Swift. */

/* Stops SQLite from counting its memory, which takes a lock for each allocation. Has no effect once the process has
   opened a database. */
static inline int seam_sqlite_count_no_memory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

/* Whether closing the connection leaves the write-ahead log as it is. */
static inline int seam_sqlite_leave_log(sqlite3 *db, int on) {
    return sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, on, (int *)0);
}
