import { EMPTY, MalformedMessage } from '../wire/protobuf.ts'
import { MAX_APPEND_SIZE, MAX_APPEND_WEIGHT, type Proposal, sizeOf, weightOf } from './event.ts'
import type { Call, Handler } from './grpc.ts'
import type { Outcome } from './operation.ts'
import { type BatchAppendChunk, decodeBatchAppend, type Target } from './requests.ts'
import {
  type Answered,
  batchAppended,
  batchBadRequest,
  batchConflict,
  batchStreamDeleted,
  batchTimeout,
  batchTooLarge,
} from './write-replies.ts'
import type { Writer } from './writer.ts'
import { DEFAULT_TIMEOUT, TOO_HEAVY } from './writes.ts'

/** Maximum number of unanswered appends of one call. At the maximum, the call is not read until one is answered. */
const MANY = 5000

/** An append whose chunks are still coming in. */
interface Incoming {
  correlation: Buffer
  target: Target
  events: Proposal[]
  size: number
  weight: number
  /** The first error, if any; reported with the last chunk, since an append gets a single answer. */
  fault: string | undefined
}

/**
 * `Streams.BatchAppend`: many appends multiplexed on one call, by correlation id. Each is answered exactly once: the
 * client waits indefinitely for a missing answer, and fails on a second one. An error concerns its own append only: the
 * call continues for the others, and ends only on input that belongs to no append.
 */
export const batchAppendHandler =
  (writer: Writer): Handler =>
  (call) => {
    const incoming = new Map<string, Incoming>()
    const replies = replyQueue(call)
    let open = 0
    let ended = false
    const endWhenDone = () => {
      if (!ended || open > 0) return
      replies.flush()
      call.end()
    }

    const take = (message: Buffer) => {
      const chunk = decodeBatchAppend(message)
      const append = collect(incoming, chunk)
      if (!chunk.final) return
      const { correlation, target, events, size, fault } = append
      const to: Answered = { correlation, identifier: target.identifier, expected: target.expected }
      if (fault !== undefined) return replies.push(batchBadRequest(to, fault))
      if (size > MAX_APPEND_SIZE) return replies.push(batchTooLarge(to, MAX_APPEND_SIZE))
      if (++open === MANY) call.pause()
      writer.submit({
        kind: 'append',
        stream: target.stream,
        expected: target.expected,
        events,
        // The deadline is by the client's clock; ours may be adjusted in the meantime.
        deadline: performance.now() + (target.deadline === undefined ? DEFAULT_TIMEOUT : target.deadline - Date.now()),
        answer(outcome) {
          if (open-- === MANY) call.resume()
          replies.push(encode(to, outcome))
          endWhenDone()
        },
      })
    }
    call.receive(take, () => {
      ended = true
      endWhenDone()
    })
  }

/**
 * Adds a chunk to its append. The first chunk names the target stream; the last one removes the append from the map.
 */
function collect(incoming: Map<string, Incoming>, chunk: BatchAppendChunk): Incoming {
  const { correlation, target, events, final } = chunk
  if (correlation.length === 0) throw new MalformedMessage('the correlation id is missing')
  if (final && target) return added(begun(correlation, target), events, chunk.fault)
  const key = correlation.toString('latin1')
  const append = incoming.get(key) ?? begun(correlation, target)
  incoming.set(key, append)
  if (final) incoming.delete(key)
  return added(append, events, chunk.fault)
}

const begun = (correlation: Buffer, target: Target = NOWHERE): Incoming => ({
  correlation,
  target,
  events: [],
  size: 0,
  weight: 0,
  fault: target === NOWHERE ? 'the first chunk of an append needs options' : undefined,
})

function added(append: Incoming, events: Proposal[], fault: string | undefined): Incoming {
  append.fault ??= fault
  for (const event of events) {
    append.size += sizeOf(event)
    append.weight += weightOf(event)
  }
  if (append.weight > MAX_APPEND_WEIGHT) append.fault ??= TOO_HEAVY
  // Rejected appends need no buffer.
  if (append.fault !== undefined || append.size > MAX_APPEND_SIZE) append.events = []
  else append.events = append.events.length === 0 ? events : append.events.concat(events)
  return append
}

const NOWHERE: Target = { stream: '', identifier: EMPTY, expected: 'any', deadline: undefined }

function encode(to: Answered, outcome: Outcome): Buffer {
  if (outcome.kind === 'written') return batchAppended(to, outcome)
  if (outcome.kind === 'conflict') return batchConflict(to, outcome.current)
  if (outcome.kind === 'deleted') return batchStreamDeleted(to)
  if (outcome.kind === 'refused') return batchBadRequest(to, outcome.reason)
  return batchTimeout(to)
}

/** Collects answers, so that those of one round are sent in one write. */
function replyQueue(call: Call) {
  let frames: Buffer[] = []
  const flush = () => {
    if (frames.length > 0 && call.isOpen())
      call.send(frames.length === 1 ? (frames[0] as Buffer) : Buffer.concat(frames))
    frames = []
  }
  return {
    flush,
    push(frame: Buffer) {
      if (frames.push(frame) === 1) queueMicrotask(flush)
    },
  }
}
