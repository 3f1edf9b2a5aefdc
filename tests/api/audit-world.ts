import type { Difference } from '#domain/audit-accounts.ts'
import type { Person, Stack } from '../stack.ts'

/** An account that is looked at, and who looks. */
export interface AuditWorld {
  stack: Stack
  auditor: Person
  /** Whose campaign it is, with something of it that is for DMs. */
  wren: Person
  campaignId: string
  secretId: string
  /** Whose account is looked at. */
  tomasz: Person
  account(path?: string): string
  stepsOf(query?: string): Promise<{ data: Named[]; before: string | null; after: string | null }>
  caughtUp(): Promise<unknown>
}

/** A step, as far as the tests read it. */
export interface Named {
  type: string
  kind: string
  position: string
  eventId: string
  at: string
  changes: Difference[]
}
