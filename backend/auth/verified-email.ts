/**
 * SQL for a user's verified address; null if it is not verified. Anything addressed to an address depends on it, since
 * any person can register with another's address. `userId` is an SQL expression of type text.
 */
export const verifiedEmail = (userId: string): string =>
  `(select email from auth."user" where id = ${userId} and "emailVerified")`
