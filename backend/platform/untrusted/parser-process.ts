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

/** Memory is read so often while a parser works. */
const pollMs = 50
/** How long the child may take to start on a busy machine. */
const startMs = 30_000
/** Of 20: other work on the machine goes first. */
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
  /** Whether the child reports its own memory, where the system does not report that of another process. */
  reportsMemory?: boolean
}

type Reply =
  | { isReady: true }
  /** Of the child itself: a module that cannot be imported. */
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
  /** Ends with this process, which ends the child. */
  guard: Duplex
  /** As the child reported it last. */
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
    // Secrets of this process are none of the child's business.
    env: {},
    // Linux shares the processors between sessions first, and each connection of PostgreSQL is one: within the session of this process, a low priority
    // would not be one towards them.
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
  // The exit code is sufficient.
  spawned.on('error', () => undefined)
  channel.on('error', () => undefined)
  guard.on('error', () => undefined)
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

/** Lowers the priority of a child and of its session. A child that has ended already has none, nor has a session on most systems. */
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

/** Resolves with the child's reply to a request, or rejects with what ended the child. */
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

/** Passes pieces on one after another. The channel pauses until then, so that the child waits rather than this process collects them. */
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
      // What is refused needs no more work.
      received.then(end, () => {
        end()
        child.kill('SIGKILL')
      })
    },
    /** Milliseconds for which the child waited until pieces were received. */
    waitedMs: () => waitedMs + (waiting > 0 ? performance.now() - since : 0),
    /** Rejects with the first failure, after which the others were dropped. */
    end: () => received,
  }
}

/** A child process for parsers, started when it is needed and killed when it is idle. One task at a time is the caller's matter. */
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

  /** Kills the child at its limits; the deadline does not count the time for which it waited for its pieces to be received. Returns how to end the watch, which returns the reason if the child was killed. */
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

  /** A child that has grown, by fragments or by what a library keeps, would leave the next task less. */
  const rest = async (child: Child, memoryMb: number) => {
    if (current !== child) return
    if ((await rssOf(child)) > (memoryMb * 2 ** 20) / 2) await kill()
    else {
      setReferenced(child, false)
      idle = setTimeout(() => void kill(), options.idleMs).unref()
    }
  }

  return {
    /** Throws `ParserStopped`, `ParserUnavailable`, or what the parser threw that is no refusal. */
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
        // Callers may delete what they received. A piece that was refused ended the child.
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
