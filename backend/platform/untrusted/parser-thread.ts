import { Piscina } from 'piscina'
import { type ParseAnswer, type ParseRequest, ParserStopped, type ThreadRequest } from './parser.ts'

interface ThreadOptions {
  /** The address of the module that exports `parsers`. */
  table: string
  idleMs: number
  heapMb: number
}

/** A thread for parsers, started when it is needed. One task at a time is the caller's matter. */
export const parserThread = ({ table, idleMs, heapMb }: ThreadOptions) => {
  const pool = new Piscina({
    filename: new URL('./thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
    // A thread that blocks between its tasks would not hear what libraries finish later.
    atomics: 'disabled',
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  return {
    /** Throws `ParserStopped`; the thread is replaced then. */
    async run({ bytes, ...request }: ParseRequest, deadlineMs?: number): Promise<ParseAnswer> {
      const deadline = deadlineMs === undefined ? undefined : AbortSignal.timeout(deadlineMs)
      // Memory of its own is handed over; a part of Node's shared memory is copied.
      const transferList = bytes.buffer.byteLength === bytes.byteLength ? [bytes.buffer as ArrayBuffer] : []
      const task: ThreadRequest = { ...request, bytes, table }
      try {
        return await pool.run(task, { transferList, ...(deadline && { signal: deadline }) })
      } catch (error) {
        if (deadline?.aborted) throw new ParserStopped('deadline', { cause: error })
        if ((error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY')
          throw new ParserStopped('memory', { cause: error })
        throw error
      }
    },
    close: () => pool.close({ force: true }),
  }
}
