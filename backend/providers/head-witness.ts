import type { SignedHead } from '#domain/audit-chain.ts'

/** Somewhere outside the database that signed heads are put, so that nobody who can write into it can take them back. */
export interface HeadWitness {
  /** What the log calls it. */
  name: string
  /** Twice is as once: a head is known by its time and key. */
  tell(head: SignedHead): Promise<void>
  /** The heads that it has, where it can be asked. */
  storedHeads?(): Promise<SignedHead[]>
}
