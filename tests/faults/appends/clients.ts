import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type Random, seeded } from '../../../demo/grammar.ts'
import type { Seen } from './linearizable.ts'
import type { Asked, ClientData, Said } from './said.ts'
import type { StreamOp } from './stream-model.ts'

export interface Recorded extends Seen<StreamOp> {
  stream: string
  /** Log position that the append was told. */
  position: bigint | undefined
}

export interface History {
  operations: Recorded[]
  /** What a repeat was told that the first was not. */
  differences: string[]
  acknowledged: number
  /** Appends whose client was gone before it was answered: asked again by another, or never. */
  retried: number
}

export interface ClientsOptions {
  url: string
  streams: readonly string[]
  /** Threads with one connection each, and users of each. */
  threads: number
  usersEach: number
  /** Acknowledged appends after which a thread is ended in the middle of it, at most. */
  lifetime: number
  seed: number
  signal: AbortSignal
}

/** Clients that append together until `signal` aborts. One after the other is ended without a word, and another takes its place. */
export async function appendTogether(options: ClientsOptions, history: History): Promise<void> {
  const clock = new Int32Array(new SharedArrayBuffer(4))
  const random = seeded(options.seed)
  await Promise.all(
    Array.from({ length: options.threads }, () => oneAfterTheOther({ ...options, clock }, random, history)),
  )
}

async function oneAfterTheOther(options: ClientsOptions & { clock: Int32Array }, random: Random, history: History) {
  const { url, streams, usersEach, lifetime, clock, signal } = options
  let inherited: Asked[] = []
  while (!signal.aborted) {
    const seed = Math.floor(random() * 1e6)
    const data: ClientData = { url, streams, clients: usersEach, seed, clock, inherited }
    const open = await oneThread(data, random() * lifetime, history, signal)
    inherited = open.filter(() => random() < 0.7)
    history.retried += inherited.length
    for (const asked of open.filter((each) => !inherited.includes(each))) record(history, asked, 'unknown')
  }
  for (const asked of inherited) record(history, asked, 'unknown')
}

/** Runs a thread until it is ended; answers which of its appends nobody knows the outcome of. */
async function oneThread(data: ClientData, lifetime: number, history: History, signal: AbortSignal): Promise<Asked[]> {
  const worker = new Worker(new URL('client-thread.ts', import.meta.url), { workerData: data })
  const open = new Map(data.inherited.map((asked) => [asked.called, asked]))
  let failed: Error | undefined
  let left = lifetime
  const stop = () => worker.postMessage('stop')
  signal.addEventListener('abort', stop)
  worker.on('error', (error: Error) => {
    failed = error
  })
  worker.on('message', (said: Said) => {
    if (said.kind === 'asked') open.set(said.asked.called, said.asked)
    else if (said.kind === 'difference') history.differences.push(said.text)
    else if (said.kind === 'read') {
      const { stream, called, returned, told } = said
      history.operations.push({ stream, called, returned, op: { kind: 'read', told }, position: undefined })
    } else {
      const asked = open.get(said.called)
      if (!asked) throw new Error('An answer to nothing')
      open.delete(said.called)
      record(history, asked, said.told, said)
      if (--left <= 0 && left > -1 && !signal.aborted) void worker.terminate()
    }
  })
  await once(worker, 'exit')
  signal.removeEventListener('abort', stop)
  if (failed) throw failed
  return [...open.values()]
}

interface Answered {
  returned: number
  position: bigint | undefined
}

const lost: Answered = { returned: Number.POSITIVE_INFINITY, position: undefined }

function record(history: History, asked: Asked, told: bigint | 'conflict' | 'unknown', answered = lost) {
  const { stream, called, events, expected } = asked
  const op: StreamOp = { kind: 'append', expected, ids: events.map(({ id }) => id), told }
  history.operations.push({ stream, op, called, ...answered })
  if (typeof told === 'bigint') history.acknowledged++
}

export const newHistory = (): History => ({ operations: [], differences: [], acknowledged: 0, retried: 0 })
