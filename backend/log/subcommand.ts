import type { Config } from '../config.ts'
import type { Stopping } from '../platform/stopping.ts'
import type { IsOwn } from '../projections/own-events.ts'
import type { Tabled } from '../projections/tabled.ts'
import type { Progress } from './progress.ts'

/** What a subcommand of `npm run log` works with. */
export interface LogContext {
  config: Config
  /** All of them: what is made anew from a log that was moved. */
  views(): Promise<{ tables: readonly Tabled[]; isOwn: IsOwn }>
  stopping: Stopping
  /** Aborted when the process is told to end. */
  signal: AbortSignal
  /** A line for whoever watches, on the standard error. */
  tell(line: string): void
  /** Keeps a secret out of every line of the log. */
  hide(secrets: (string | undefined)[]): void
  /** The addresses of the stores that were opened. */
  stores: Set<string>
  progress(what: string, share: () => number): Progress
}

/** What it answers is printed as JSON; where `differs`, the process ends with 1. */
export interface LogSubcommand {
  /** Its arguments, such as `FILE [--from URL|FILE]`. */
  usage: string
  /** Throws WrongUsage when these are no arguments of it. */
  run(args: readonly string[], context: LogContext): Promise<LogAnswer>
}
export interface LogAnswer {
  answer: unknown
  differs?: boolean
  /** The standard output is the log itself: the answer goes beside it. */
  isPiped?: boolean
}
