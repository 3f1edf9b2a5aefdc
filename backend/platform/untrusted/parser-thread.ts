import { Piscina } from 'piscina'
import { type ParseAnswer, type ParseRequest, ParserStopped, type ThreadRequest } from './parser.ts'

interface ThreadOptions {
  /** The address of the module that exports `parsers`. */
  table: string
  idleMs: number
  heapMb: number
}

/** A thread for parsers, started on demand. Callers must run one task at a time. */
export const parserThread = ({ table, idleMs, heapMb }: ThreadOptions) => {
  const pool = new Piscina({
    filename: new URL('./thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
    // A thread that blocks between its tasks would not process what libraries finish later.
    atomics: 'disabled',
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  return {
    /** Throws `ParserStopped`; the thread is replaced then. */
    async run({ bytes, ...request }: ParseRequest, deadlineMs?: number): Promise<ParseAnswer> {
      const deadline = deadlineMs === undefined ? undefined : AbortSignal.timeout(deadlineMs)
      // A buffer with memory of its own is transferred; a slice of Node's shared pool is copied.
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
