import type pg from 'pg'
import type { EventStore } from '#eventstore'
import type { Config } from '../config.ts'
import type { SealingKeys } from '../sealing/keys.ts'

/** The context of a subcommand: an installation, whose server may run or not. */
export interface AuditContext {
  config: Config
  pool: pg.Pool
  postgres: pg.ClientConfig
  /** As everybody reads it. */
  store: EventStore
  /** As it is stored. */
  sealedStore: EventStore
  keys: SealingKeys
  signal: AbortSignal
  /** Writes to the standard output, for what is too long to be answered as one. */
  write(text: string): Promise<void>
}

/** A subcommand of `npm run audit`. What it answers is printed as JSON; where `differs`, the process ends with 1. */
export interface Subcommand {
  /** Its arguments, such as `<id|email> [--at <time>]`. */
  usage: string
  /** Throws WrongUsage when these are no arguments of it. */
  run(args: readonly string[], context: AuditContext): Promise<{ answer?: unknown; differs?: boolean }>
}
