import process from 'node:process'
import { fairQueue, QueueFull, type QueueLimits } from './fair-queue.ts'
import {
  type OptionsOf,
  type Parsed,
  ParserFault,
  ParserRefusal,
  type ParserTable,
  type ReportProgress,
  type ValueOf,
} from './parser.ts'
import { parserProcess, type ReceivePiece } from './parser-process.ts'
import { parserThread } from './parser-thread.ts'

export interface PoolOptions<Table extends ParserTable> {
  parsers: Table
  /** The address of the module that exports them. */
  table: string
  /** Paths of the program that the child process may read. */
  readable: readonly string[]
  /** Returns the owner of the present input; the queue alternates between owners. */
  owner: () => string
  /** Milliseconds after which an idle thread or process ends. */
  idleMs?: number
  queue?: Partial<QueueLimits>
  /** True if the child process reports its own memory; by default on systems other than Linux, which have no `/proc`. */
  reportsMemory?: boolean
}

/** Maximum wait in the queue of the thread: its requests carry text, so that their users wait less than for uploads. */
const textWaitMs = 30_000
const defaults = { idleMs: 20_000, queue: { inAll: 64, each: 16, bytes: 256 * 2 ** 20, waitMs: 90_000 } }

export interface UntrustedPool<Table extends ParserTable> {
  /**
   * An aborted `signal` removes queued input. It stops running work only in the child process, for parsers with `stopsOnAbort`. Throws
   * `ParserRefusal`, `ParserFault`, `ParserStopped`, `ParserUnavailable` and `QueueFull`.
   */
  run<Name extends keyof Table & string>(
    name: Name,
    input: {
      bytes?: Buffer
      options: OptionsOf<Table[Name]>
      signal?: AbortSignal | undefined
      /** Receives the progress of work in the child process. */
      report?: ReportProgress | undefined
      /** Receives the pieces that the child process sends before its answer, in order. Its error is thrown once the work has ended. */
      receive?: ReceivePiece | undefined
    },
  ): Promise<Parsed<ValueOf<Table[Name]>>>
  /** The child process, while there is one. */
  pid(): number | undefined
  close(): Promise<void>
}

/** The largest heap that a parser of the thread may have, in MB. */
const threadHeapMb = (parsers: ParserTable) =>
  Math.max(64, ...Object.values(parsers).flatMap((each) => (each.runsIn === 'thread' ? [each.memoryMb] : [])))

/**
 * Parses user input outside of this thread: text in a worker thread, and in a child process if the parser allocates buffers, WASM or native
 * memory. Both start on demand, run one task at a time, are stopped at a deadline or a memory limit, and end when they are idle.
 */
export const untrustedPool = <Table extends ParserTable>({
  parsers,
  table,
  readable,
  owner,
  idleMs = defaults.idleMs,
  queue,
  reportsMemory = process.platform !== 'linux',
}: PoolOptions<Table>): UntrustedPool<Table> => {
  const limits = { ...defaults.queue, ...queue }
  const thread = parserThread({ table, idleMs, heapMb: threadHeapMb(parsers) })
  const child = parserProcess({ table, idleMs, heapMb: 256, readable, reportsMemory })
  const queues = {
    thread: fairQueue({ ...limits, waitMs: Math.min(limits.waitMs, textWaitMs) }),
    process: fairQueue(limits),
  }

  let isClosed = false

  return {
    async run(name, { bytes = Buffer.alloc(0), options, signal, report, receive }) {
      const { runsIn, deadlineMs, memoryMb, stopsOnAbort } = parsers[name] as Table[string]
      const request = { name, options, bytes }
      const work = () =>
        runsIn === 'thread'
          ? thread.run(request, deadlineMs)
          : child.run(request, { deadlineMs, memoryMb }, { report, receive, signal: stopsOnAbort && signal })
      const closed = () => new QueueFull('The pool is closed')
      if (isClosed) throw closed()
      const answer = await queues[runsIn].run(owner(), bytes.length, work, signal).catch((error: unknown) => {
        // `close` stopped the parser.
        throw isClosed ? closed() : error
      })
      if ('refusal' in answer) throw new ParserRefusal(answer.refusal)
      if ('fault' in answer) throw new ParserFault(answer.fault)
      const { value, bytes: result } = answer
      return {
        value: value as ValueOf<Table[typeof name]>,
        bytes: result && Buffer.from(result.buffer, result.byteOffset, result.byteLength),
      }
    },
    pid: child.pid,
    async close() {
      isClosed = true
      queues.thread.clear()
      queues.process.clear()
      await Promise.all([thread.close(), child.close()])
    },
  }
}
