import { frame } from '../wire/framing.ts'
import {
  bytesOf,
  EMPTY,
  field,
  fieldSize,
  message,
  newSink,
  varintSize,
  writeBytes,
  writeHeader,
  writeVarint,
} from '../wire/protobuf.ts'
import type { Expected } from './event.ts'
import { positionFields } from './read-replies.ts'

/**
 * The result of a write: the stream's last revision (undefined if it has none) and the last event's position (undefined
 * if there is none).
 */
export interface Written {
  revision: bigint | undefined
  position: bigint | undefined
}

const success = ({ revision, position }: Written): Buffer =>
  message(
    revision === undefined ? field(2, EMPTY) : field(1, revision),
    position === undefined ? field(4, EMPTY) : field(3, positionFields(position)),
  )

/** `AppendResp` after success. */
export const appended = (at: Written): Buffer => frame(field(1, success(at)))

/** `AppendResp` after a wrong version, which the streaming append answers in-band. */
export const appendConflict = (expected: Expected, current: bigint): Buffer =>
  frame(
    field(
      2,
      message(
        current < 0n ? field(7, EMPTY) : field(6, current),
        typeof expected === 'bigint' ? field(8, expected) : field({ any: 9, exists: 10, none: 11 }[expected], EMPTY),
      ),
    ),
  )

/** `DeleteResp` and `TombstoneResp`. */
export const deleted = (position: bigint): Buffer => frame(field(1, positionFields(position)))

/** The part of the request that every answer on a batch append stream repeats. */
export interface Answered {
  correlation: Buffer
  identifier: Buffer
  expected: Expected
}

const answer = (to: Answered, result: Buffer): Buffer =>
  frame(
    message(
      field(1, to.correlation),
      result,
      field(4, to.identifier),
      typeof to.expected === 'bigint'
        ? field(5, to.expected)
        : field({ none: 6, any: 7, exists: 8 }[to.expected], EMPTY),
    ),
  )

/** `BatchAppendResp` after success. Each append is answered with one, so the usual case is encoded in a single pass. */
export function batchAppended(to: Answered, at: Written): Buffer {
  if (at.revision === undefined || at.position === undefined || typeof to.expected !== 'bigint') {
    return answer(to, field(3, success(at)))
  }
  const position = 2 * (1 + varintSize(at.position))
  const result = 1 + varintSize(at.revision) + fieldSize(position)
  const size =
    fieldSize(to.correlation.length) + fieldSize(result) + fieldSize(to.identifier.length) + 1 + varintSize(to.expected)
  const sink = newSink(size + 5)
  sink.bytes[sink.at++] = 0
  sink.at = sink.bytes.writeUInt32BE(size, sink.at)
  writeHeader(sink, 1, to.correlation.length)
  writeBytes(sink, to.correlation)
  writeHeader(sink, 3, result)
  sink.bytes[sink.at++] = 0x08
  writeVarint(sink, at.revision)
  writeHeader(sink, 3, position)
  sink.bytes[sink.at++] = 0x08
  writeVarint(sink, at.position)
  sink.bytes[sink.at++] = 0x10
  writeVarint(sink, at.position)
  writeHeader(sink, 4, to.identifier.length)
  writeBytes(sink, to.identifier)
  sink.bytes[sink.at++] = 0x28
  writeVarint(sink, to.expected)
  return bytesOf(sink)
}

/** `BatchAppendResp` after failure: a `google.rpc.Status` whose detail says what happened. */
const batchFailed = (to: Answered, code: number, text: string, type: string, detail: Buffer): Buffer =>
  answer(
    to,
    field(
      2,
      message(
        field(1, code),
        field(2, text),
        field(3, message(field(1, `type.googleapis.com/event_store.client.${type}`), field(2, detail))),
      ),
    ),
  )

export const batchConflict = (to: Answered, current: bigint): Buffer =>
  batchFailed(
    to,
    6,
    'WrongExpectedVersion',
    'WrongExpectedVersion',
    message(
      current < 0n ? field(2, EMPTY) : field(1, current),
      typeof to.expected === 'bigint'
        ? field(3, to.expected)
        : field({ any: 4, exists: 5, none: 6 }[to.expected], EMPTY),
    ),
  )

export const batchStreamDeleted = (to: Answered): Buffer =>
  batchFailed(to, 5, 'StreamDeleted', 'StreamDeleted', field(1, to.identifier))

export const batchTimeout = (to: Answered): Buffer => batchFailed(to, 4, 'Timeout', 'Timeout', EMPTY)

export const batchTooLarge = (to: Answered, limit: number): Buffer =>
  batchFailed(to, 3, 'MaximumAppendSizeExceeded', 'MaximumAppendSizeExceeded', field(1, limit))

export const batchBadRequest = (to: Answered, text: string): Buffer =>
  batchFailed(to, 3, text, 'BadRequest', field(1, text))
