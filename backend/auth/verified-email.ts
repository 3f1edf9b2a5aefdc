/**
 * The address of a user in SQL, where it is proven to be theirs; null otherwise. Everything that is meant for an address goes by it:
 * anybody can register with an address of somebody else. `userId` is an SQL expression of type text.
 */
export const verifiedEmail = (userId: string): string =>
  `(select email from auth."user" where id = ${userId} and "emailVerified")`
