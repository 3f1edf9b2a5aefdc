import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Rejection } from '#domain/decider.ts'
import type { Log } from '../platform/log.ts'
import { QueueFull } from '../platform/untrusted/fair-queue.ts'
import { ParserFault, ParserRefusal, ParserStopped, ParserUnavailable } from '../platform/untrusted/parser.ts'
import { type PoolOptions, type UntrustedPool, untrustedPool } from '../platform/untrusted/pool.ts'
import { type ParserName, parsers } from './parsers.ts'
import { ImageRejected, isUploadProblem } from './picture-rejected.ts'

/** A refusal of user input that cannot be read, or only with too much time or memory. */
export class InputRefused extends Error {
  readonly code: 'input_unreadable' | 'input_too_demanding'
  readonly field: string
  constructor(code: InputRefused['code'], field: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.field = field
  }
}

/** Parses user input outside of the event loop. Throws `InputRefused`, `ImageRejected` and `Rejection`. */
export type UntrustedInput = Pick<UntrustedPool<typeof parsers>, 'run' | 'close'>

const unreadable = 'This cannot be read. Please export it again and retry.'

/** Converts a parser's error into the error for the user who sent the input, and logs faults. */
export const inputProblem = (name: ParserName, error: unknown, log: Log): unknown => {
  const { field, tooDemanding } = parsers[name]
  if (error instanceof ParserRefusal) {
    const { code, message, facts } = error
    return isUploadProblem(code) ? new ImageRejected(code, message) : new Rejection(code, facts)
  }
  if (error instanceof ParserStopped) {
    log.warn({ parser: name, reason: error.reason, err: error }, 'Reading what a user sent was stopped')
    return new InputRefused('input_too_demanding', field, tooDemanding, { cause: error })
  }
  if (error instanceof ParserFault) {
    log.error({ parser: name, err: error }, 'A parser failed on what a user sent')
    return new InputRefused('input_unreadable', field, unreadable, { cause: error })
  }
  if (error instanceof ParserUnavailable) log.error({ parser: name, err: error }, 'No parser could be started')
  return error instanceof QueueFull || error instanceof ParserUnavailable ? new Rejection('busy') : error
}

const root = path.join(import.meta.dirname, '../..')
/** Paths that parsers may read: the program without its data, which may be next to it. Packages may be installed elsewhere. */
const readable = [
  ...['backend', 'exchange', 'richtext', 'package.json', 'node_modules'].map((name) => path.join(root, name)),
  path.dirname(realpathSync(path.dirname(createRequire(import.meta.url).resolve('zod/package.json')))),
]

interface Options extends Partial<Pick<PoolOptions<typeof parsers>, 'idleMs' | 'queue'>> {
  owner: () => string
  log: Log
  /** Replaces the limits of every parser. */
  limits?: { deadlineMs?: number; memoryMb?: number }
}

const limited = (limits: Options['limits']): typeof parsers =>
  Object.fromEntries(
    Object.entries(parsers).map(([name, parser]) => [name, { ...parser, ...limits }]),
  ) as typeof parsers

export const openUntrustedInput = ({ log, limits, ...options }: Options): UntrustedPool<typeof parsers> => {
  const table = new URL('./parsers.ts', import.meta.url).href
  const pool = untrustedPool({ parsers: limited(limits), table, readable, ...options })
  return {
    run: (name, input) =>
      pool.run(name, input).catch((error: unknown) => {
        throw inputProblem(name, error, log)
      }),
    pid: pool.pid,
    close: pool.close,
  }
}
