import type { SignedHead } from '#domain/audit-chain.ts'

/**
 * A destination of signed heads outside the database, so that a user with write access to the database cannot revoke
 * them.
 */
export interface HeadWitness {
  /** Its name in the log. */
  name: string
  /** Repeating a call has no further effect: a head is identified by its time and key. */
  publish(head: SignedHead): Promise<void>
  /** The heads that it stores, if they can be read back. */
  storedHeads?(): Promise<SignedHead[]>
}
