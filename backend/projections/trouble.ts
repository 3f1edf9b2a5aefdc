import pg from 'pg'

/** Classes of SQLSTATE about the database or the moment, not about the row: connection, transaction state, deadlock, resources, locks, operator, system. */
const transientClasses = ['08', '25', '40', '53', '55', '57', '58', 'XX']

/** Whether a statement failed for what it says, so that trying again cannot help. A lost connection has no SQLSTATE and is not. */
export const isStatementsFault = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code !== undefined && !transientClasses.includes(error.code.slice(0, 2))
