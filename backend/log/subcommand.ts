import type { Config } from '../config.ts'
import type { Stopping } from '../platform/stopping.ts'
import type { IsOwn } from '../projections/own-events.ts'
import type { Tabled } from '../projections/tabled.ts'
import type { Progress } from './progress.ts'

/** The context of a subcommand of `npm run log`. */
export interface LogContext {
  config: Config
  /** All views, for rebuilding them from a moved log. */
  views(): Promise<{ tables: readonly Tabled[]; isOwn: IsOwn }>
  stopping: Stopping
  /** Aborts when the process receives a signal. */
  signal: AbortSignal
  /** Prints a line for the operator, on the standard error. */
  print(line: string): void
  /** Masks secrets in every line of the process's log. */
  hide(secrets: (string | undefined)[]): void
  /** The addresses of the stores that were opened. */
  stores: Set<string>
  progress(what: string, share: () => number): Progress
}

/** The result is printed as JSON; with `differs`, the process exits with 1. */
export interface LogSubcommand {
  /** Its arguments, such as `FILE [--from URL|FILE]`. */
  usage: string
  /** Throws WrongUsage for invalid arguments. */
  run(args: readonly string[], context: LogContext): Promise<LogAnswer>
}
export interface LogAnswer {
  answer: unknown
  differs?: boolean
  /** True if the standard output is the log itself, so that the result goes to the standard error. */
  isPiped?: boolean
}
