import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import os from 'node:os'
import process from 'node:process'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { type Frame, readFrames, writeFrame } from './frames.ts'
import {
  type ParseAnswer,
  type ParseRequest,
  ParserStopped,
  ParserUnavailable,
  type ReportProgress,
  type WorkProgress,
} from './parser.ts'

/** Milliseconds between two checks of deadline and memory while a parser works. */
const pollMs = 50
/** Timeout for the start of the child, in milliseconds, for a busy machine. */
const startMs = 30_000
/** Nice value of the child (at most 19), so that other work on the machine has priority. */
const niceness = 5
const mostBytes = 256 * 2 ** 20
/** Bytes of the child's error output that are retained for the log. */
const complaintBytes = 2_000

export interface ProcessOptions {
  /** The address of the module that exports `parsers`. */
  table: string
  idleMs: number
  heapMb: number
  /** Paths of the program that runs in the child: its JavaScript can read nothing else, write nothing and start no program. */
  readable: readonly string[]
  /** True if the child reports its own memory, on systems that do not report that of another process. */
  reportsMemory?: boolean
}

type Reply =
  | { isReady: true }
  /** An error of the child itself, such as a module that cannot be imported. */
  | { failure: string }
  | { progress: WorkProgress }
  | { isPiece: true }
  | ParseAnswer

/** Bytes of memory that a process uses; undefined when it is gone. Linux only. */
const memoryOf = async (pid: number): Promise<number | undefined> => {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '')
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}

interface Child {
  process: ChildProcess
  channel: Duplex
  /** Closes when this process ends; then `guard.ts` kills the child. */
  guard: Duplex
  /** Memory in bytes, from the child's last report. */
  reportedRss: number
  complaints: string
  isReady: boolean
  onReply: (frame: Frame) => void
}

const start = ({ table, heapMb, readable, reportsMemory }: ProcessOptions): Child => {
  const flags = [
    `--max-old-space-size=${heapMb}`,
    ...['--permission', '--allow-addons', '--allow-worker'],
    ...readable.map((path) => `--allow-fs-read=${path}`),
  ]
  const program = [fileURLToPath(new URL('./child.ts', import.meta.url)), table]
  const spawned = spawn(process.execPath, [...flags, ...program, String(reportsMemory ? pollMs : 0)], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // The environment of this process contains secrets.
    env: {},
    // Linux divides processor time among sessions first, and each connection of PostgreSQL has a session of its own: within the session of
    // this process, a low priority of the child would not favour them.
    detached: process.platform === 'linux',
    windowsHide: true,
  })
  const [, , , channel, guard] = spawned.stdio as unknown as Duplex[] as [never, never, never, Duplex, Duplex]
  const child: Child = {
    process: spawned,
    channel,
    guard,
    reportedRss: 0,
    complaints: '',
    isReady: false,
    onReply: () => undefined,
  }
  if (spawned.pid !== undefined) lowerPriority(spawned.pid)
  // `hasEnded` and `converse` detect this failure; the handler only avoids an uncaught error.
  spawned.on('error', () => undefined)
  // A child that sends anything but frames, perhaps after an exploit, is of no further use.
  for (const stream of [channel, guard]) stream.on('error', () => spawned.kill('SIGKILL'))
  spawned.stderr?.on('data', (chunk: Buffer) => {
    child.complaints = `${child.complaints}${chunk}`.slice(-complaintBytes)
  })
  readFrames(channel, mostBytes, (frame) => {
    if ('isReady' in (frame.head as Reply)) child.isReady = true
    child.onReply(frame)
  })
  readFrames(guard, mostBytes, ({ head }) => {
    child.reportedRss = (head as { rss: number }).rss
  })
  return child
}

/** Lowers the priority of a child and of its session. Ignores failures: the child may have ended, or the system may refuse. */
const lowerPriority = (pid: number) => {
  try {
    os.setPriority(pid, niceness)
    if (process.platform === 'linux') writeFileSync(`/proc/${pid}/autogroup`, String(niceness))
  } catch {}
}

const hasEnded = ({ process: { exitCode, signalCode, pid } }: Child) =>
  pid === undefined || exitCode !== null || signalCode !== null

/** An idle child does not keep this process running. */
const setReferenced = ({ process: spawned, channel, guard }: Child, isReferenced: boolean) => {
  for (const each of [spawned, channel, guard, spawned.stderr] as unknown as { ref(): void; unref(): void }[])
    if (isReferenced) each?.ref()
    else each?.unref()
}

/** Sends a request and resolves with the child's reply. Rejects with ParserStopped if the child ends before. */
const converse = (child: Child, ask: () => void, isReply: (reply: Reply, body: Buffer) => boolean): Promise<Frame> => {
  const { promise, resolve, reject } = Promise.withResolvers<Frame>()
  const ended = () => {
    const cause = new Error(child.complaints || 'It said nothing')
    // V8 aborts at the limit of its heap.
    reject(new ParserStopped(child.process.signalCode === 'SIGABRT' ? 'memory' : 'crash', { cause }))
  }
  child.process.once('exit', ended)
  child.process.once('error', ended)
  child.onReply = (frame) => {
    if (isReply(frame.head as Reply, frame.body)) resolve(frame)
  }
  if (hasEnded(child)) ended()
  else ask()
  return promise.finally(() => {
    child.process.off('exit', ended)
    child.process.off('error', ended)
    child.onReply = () => undefined
  })
}

const answerOf = ({ head, body }: Frame): ParseAnswer => {
  const reply = head as Exclude<Reply, { progress: WorkProgress } | { isPiece: true }> & { hasBytes?: boolean }
  if ('failure' in reply) throw new Error(reply.failure)
  if ('refusal' in reply || 'fault' in reply) return reply
  return { value: 'value' in reply ? reply.value : undefined, bytes: reply.hasBytes ? body : undefined }
}

export type ReceivePiece = (bytes: Buffer) => Promise<void>

/** Passes pieces to `receive` one after another. Pauses the channel until then, so that pieces do not accumulate in this process. */
const pieceQueue = ({ channel, process: child }: Child, receive: ReceivePiece) => {
  let received = Promise.resolve()
  let [waiting, waitedMs, since] = [0, 0, 0]
  const end = () => {
    waiting--
    if (waiting === 0) waitedMs += performance.now() - since
    channel.resume()
  }
  return {
    add(bytes: Buffer) {
      channel.pause()
      if (waiting++ === 0) since = performance.now()
      received = received.then(() => receive(bytes))
      // The result is useless once `receive` has failed for one piece.
      received.then(end, () => {
        end()
        child.kill('SIGKILL')
      })
    },
    /** Milliseconds for which the child had to wait for `receive`. */
    waitedMs: () => waitedMs + (waiting > 0 ? performance.now() - since : 0),
    /** Resolves once all pieces are received. Rejects with the first failure, which drops the later pieces. */
    end: () => received,
  }
}

/** A child process for parsers, started on demand and killed when it is idle. Callers must run one task at a time. */
export const parserProcess = (options: ProcessOptions) => {
  let current: Child | undefined
  let idle: NodeJS.Timeout | undefined

  const kill = async () => {
    clearTimeout(idle)
    const child = current
    current = undefined
    if (!child || hasEnded(child)) return
    setReferenced(child, true)
    child.process.kill('SIGKILL')
    await once(child.process, 'exit')
  }

  const ready = async (): Promise<Child> => {
    clearTimeout(idle)
    if (!current || hasEnded(current)) current = start(options)
    const child = current
    setReferenced(child, true)
    if (!child.isReady) {
      const late = setTimeout(() => child.process.kill('SIGKILL'), startMs)
      await converse(
        child,
        () => undefined,
        (reply) => 'isReady' in reply,
      )
        .catch((cause: unknown) => {
          throw new ParserUnavailable('The child process for parsers did not start', { cause })
        })
        .finally(() => clearTimeout(late))
    }
    return child
  }

  const rssOf = async (child: Child): Promise<number> =>
    options.reportsMemory ? child.reportedRss : ((await memoryOf(child.process.pid ?? 0)) ?? 0)

  /**
   * Kills the child at its limits; the deadline excludes the time for which the child waited for `receive`. Returns a function that ends
   * the watch, and returns the reason if the child was killed.
   */
  const watch = (
    child: Child,
    { deadlineMs, memoryMb }: { deadlineMs: number; memoryMb: number },
    { waitedMs }: Pick<ReturnType<typeof pieceQueue>, 'waitedMs'>,
  ) => {
    let reason: ParserStopped['reason'] | undefined
    let isOver = false
    const stop = (why: ParserStopped['reason']) => {
      if (isOver) return
      reason ??= why
      child.process.kill('SIGKILL')
    }
    const since = performance.now()
    const poll = setInterval(() => {
      if (performance.now() - since - waitedMs() > deadlineMs) stop('deadline')
      void rssOf(child).then((rss) => rss > memoryMb * 2 ** 20 && stop('memory'))
    }, pollMs)
    return () => {
      isOver = true
      clearInterval(poll)
      return reason
    }
  }

  /** Retains the child for the next task, or kills it if it still uses half of the memory limit: that would leave the next task less. */
  const rest = async (child: Child, memoryMb: number) => {
    if (current !== child) return
    if ((await rssOf(child)) > (memoryMb * 2 ** 20) / 2) await kill()
    else {
      setReferenced(child, false)
      idle = setTimeout(() => void kill(), options.idleMs).unref()
    }
  }

  return {
    /** Throws `ParserStopped`, `ParserUnavailable`, the error of `receive`, the abort reason, or an Error if no parser can be loaded. */
    async run(
      { name, options: given, bytes }: ParseRequest,
      limits: { deadlineMs: number; memoryMb: number },
      {
        report = () => undefined,
        receive = async () => undefined,
        signal,
      }: {
        report?: ReportProgress | undefined
        receive?: ReceivePiece | undefined
        signal?: AbortSignal | undefined
      } = {},
    ): Promise<ParseAnswer> {
      const child = await ready()
      const pieces = pieceQueue(child, receive)
      const endWatch = watch(child, limits, pieces)
      const abort = () => child.process.kill('SIGKILL')
      signal?.addEventListener('abort', abort)
      if (signal?.aborted) abort()
      const isAnswer = (reply: Reply, body: Buffer) => {
        if ('progress' in reply) report(reply.progress)
        if ('isPiece' in reply) pieces.add(body)
        return !('isReady' in reply || 'progress' in reply || 'isPiece' in reply)
      }
      try {
        const ask = () => writeFrame(child.channel, { name, options: given }, bytes)
        const answer = answerOf(await converse(child, ask, isAnswer))
        endWatch()
        await pieces.end()
        return answer
      } catch (error) {
        const reason = endWatch()
        // Waits for `receive`, since callers may then delete what they received. Throws its failure, which had killed the child.
        await pieces.end()
        signal?.throwIfAborted()
        throw reason === undefined ? error : new ParserStopped(reason, { cause: error })
      } finally {
        endWatch()
        signal?.removeEventListener('abort', abort)
        await rest(child, limits.memoryMb)
      }
    },
    pid: () => current?.process.pid,
    close: kill,
  }
}
