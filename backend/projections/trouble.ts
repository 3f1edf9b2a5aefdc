import pg from 'pg'

/**
 * Classes of SQLSTATE for transient failures of the database rather than of the row: connection, transaction state,
 * deadlock, resources, locks, operator, system.
 */
const transientClasses = ['08', '25', '40', '53', '55', '57', '58', 'XX']

/**
 * True if a statement failed because of its content, so that retrying cannot help. A lost connection has no SQLSTATE
 * and does not count.
 */
export const isStatementsFault = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code !== undefined && !transientClasses.includes(error.code.slice(0, 2))
