import type { Stopping } from '../../../backend/platform/stopping.ts'
import type { Installation } from './installation.ts'
import type { Place } from './place.ts'

/** A benchmark: each file of `tests/bench` exports one as `bench` and is run by its file's name. */
export interface Bench {
  /** One sentence: what is done, and beside what. */
  what: string
  /** Throws when the work itself went wrong, such as a count that is off; a reach that is missed is only said in a table. */
  run(options: BenchOptions): Promise<Table[]>
}

export interface BenchOptions {
  /** A smoke run: everything is done, with sizes too small to mean anything. */
  quick: boolean
  /** What is added here is stopped at the end, failures and signals included. */
  stopping: Stopping
  /** What else the figures depend on, such as the version of PostgreSQL, by name; printed with them. */
  facts: Record<string, string>
  /** Says on the standard error how far it is. */
  say(progress: string): void
  /** The program, and PostgreSQL alone: started when first asked for. In a smoke run others stand on them too. */
  installation(): Promise<Installation>
  place(): Promise<Place>
}

/** Printed as Markdown. Cells are what should stand there: `figures.ts` writes numbers. */
export interface Table {
  title: string
  columns: string[]
  rows: string[][]
  /** Sentences below the table. */
  notes?: string[]
}
