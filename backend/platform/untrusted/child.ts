import { once } from 'node:events'
import { Socket } from 'node:net'
import process from 'node:process'
import { Worker } from 'node:worker_threads'
import { type Frame, readFrames, writeFrame } from './frames.ts'
import type { ParseAnswer, WorkProgress } from './parser.ts'
import parse from './thread.ts'

/**
 * The child process of `parser-process.ts`. It parses in its main thread, since Node's permissions do not apply to other threads;
 * `guard.ts` kills it when its parent has ended.
 */
const [table = '', reportMs = '0'] = process.argv.slice(2)
const mostBytes = 256 * 2 ** 20

new Worker(new URL('./guard.ts', import.meta.url), { workerData: Number(reportMs) })
const parent = new Socket({ fd: 3, readable: true, writable: true })
// The guard notices a lost parent, and kills this process.
parent.on('error', () => undefined)

const send = async (bytes: Uint8Array) => {
  writeFrame(parent, { isPiece: true }, bytes)
  if (parent.writableNeedDrain) await once(parent, 'drain')
}

const answer = async ({ head, body: bytes }: Frame) => {
  const request = head as { name: string; options: unknown }
  try {
    const report = (progress: WorkProgress) => writeFrame(parent, { progress })
    const parsed: ParseAnswer = await parse({ ...request, table, bytes }, report, send)
    const { bytes: result, ...rest } = { bytes: undefined, ...parsed }
    writeFrame(parent, { ...rest, hasBytes: result !== undefined }, result)
  } catch (error) {
    writeFrame(parent, { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}
readFrames(parent, mostBytes, (frame) => void answer(frame))
writeFrame(parent, { isReady: true })
