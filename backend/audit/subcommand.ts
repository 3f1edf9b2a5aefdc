import type pg from 'pg'
import type { EventStore } from '#eventstore'
import type { Config } from '../config.ts'
import type { SealingKeys } from '../sealing/keys.ts'

/** The context of a subcommand: an installation, whose server may run or not. */
export interface AuditContext {
  config: Config
  pool: pg.Pool
  postgres: pg.ClientConfig
  /** The log, decrypted. */
  store: EventStore
  /** The log as it is stored: sealed. */
  sealedStore: EventStore
  keys: SealingKeys
  signal: AbortSignal
  /** Writes to the standard output, for output that is too long to be returned as one answer. */
  write(text: string): Promise<void>
}

/** A subcommand of `npm run audit`. Its `answer` is printed as JSON; the process exits with 1 if `differs` is true. */
export interface Subcommand {
  /** Arguments of the subcommand, such as `<id|email> [--at <time>]`. */
  usage: string
  /** Throws WrongUsage for invalid arguments. */
  run(args: readonly string[], context: AuditContext): Promise<{ answer?: unknown; differs?: boolean }>
}
