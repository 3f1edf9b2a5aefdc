import { GrpcError, status } from '../wire/grpc-error.ts'
import { EMPTY } from '../wire/protobuf.ts'
import { MAX_APPEND_SIZE, MAX_APPEND_WEIGHT, newEventId, type Proposal, sizeOf, weightOf } from './event.ts'
import { type Call, type Handler, unary } from './grpc.ts'
import { inText, inTrailer, streamDeleted } from './log.ts'
import type { Operation, Outcome } from './operation.ts'
import { decodeAppend, decodeDelete, type Target } from './requests.ts'
import { isMetadataStream, SOFT_DELETION } from './stream-metadata.ts'
import { appendConflict, appended, deleted } from './write-replies.ts'
import type { Writer } from './writer.ts'

/** Timeout of a write without a deadline of its caller, in milliseconds. */
export const DEFAULT_TIMEOUT = 30_000

/** The error of an append whose data is within its limit, but exceeds the total limit together with metadata and types. */
export const TOO_HEAVY = `an append may have ${MAX_APPEND_WEIGHT} bytes with its metadata`

/** `Streams.Append`: the options, then the events one by one, then one answer. */
export const appendHandler =
  (writer: Writer): Handler =>
  (call) => {
    let target: Target | undefined
    let [size, weight] = [0, 0]
    const events: Proposal[] = []
    call.receive(
      (message) => {
        const request = decodeAppend(message)
        target ??= request.target
        if (!request.event) return
        events.push(request.event)
        size += sizeOf(request.event)
        weight += weightOf(request.event)
        if (size > MAX_APPEND_SIZE) throw tooLarge()
        if (weight > MAX_APPEND_WEIGHT) throw new GrpcError(status.INVALID_ARGUMENT, TOO_HEAVY)
      },
      () => {
        if (!target) return call.fail(new GrpcError(status.INVALID_ARGUMENT, 'the options are missing'))
        const { stream, expected } = target
        submit(writer, call, { kind: 'append', stream, expected, events }, (outcome) => {
          if (outcome.kind === 'conflict') call.send(appendConflict(expected, outcome.current))
          else call.send(appended(written('Append', outcome, stream, expected)))
          call.end()
        })
      },
    )
  }

/** `Streams.Delete`: deletes a stream until its next append. */
export const deleteHandler = (writer: Writer): Handler =>
  removal(writer, 'delete', { type: Buffer.from('$metadata'), json: true, data: SOFT_DELETION, metadata: EMPTY })

/** `Streams.Tombstone`: deletes a stream for ever. */
export const tombstoneHandler = (writer: Writer): Handler =>
  removal(writer, 'tombstone', { type: Buffer.from('$streamDeleted'), json: false, data: EMPTY, metadata: EMPTY })

const removal = (writer: Writer, kind: 'delete' | 'tombstone', event: Omit<Proposal, 'id'>): Handler =>
  unary((bytes, call) => {
    const { stream, expected } = decodeDelete(bytes)
    if (kind === 'tombstone' && isMetadataStream(stream))
      throw new GrpcError(
        status.INVALID_ARGUMENT,
        'the metadata of a stream cannot be deleted for good without the stream',
      )
    return new Promise((resolve, reject) => {
      submit(writer, call, { kind, stream, expected, events: [{ ...event, id: newEventId() }] }, (outcome) => {
        try {
          const what = kind === 'delete' ? 'Delete' : 'Tombstone'
          resolve(deleted(written(what, outcome, stream, expected).position ?? 0n))
        } catch (error) {
          reject(error)
        }
      })
    })
  })

function submit(
  writer: Writer,
  call: Call,
  operation: Omit<Operation, 'deadline' | 'answer'>,
  answer: (outcome: Outcome) => void,
) {
  writer.submit({
    ...operation,
    deadline: call.deadline ?? performance.now() + DEFAULT_TIMEOUT,
    answer(outcome) {
      try {
        if (outcome.kind === 'unknown' && call.deadline !== undefined && call.deadline <= performance.now() + 1)
          throw new GrpcError(status.DEADLINE_EXCEEDED, 'the deadline is over')
        answer(outcome)
      } catch (error) {
        call.fail(error)
      }
    },
  })
}

/** The result of a write; throws the error with the trailers by which clients identify it. */
function written(what: string, outcome: Outcome, stream: string, expected: Target['expected']) {
  if (outcome.kind === 'written') return outcome
  if (outcome.kind === 'deleted') throw streamDeleted(stream)
  if (outcome.kind === 'refused') throw new GrpcError(status.INVALID_ARGUMENT, outcome.reason)
  if (outcome.kind === 'unknown') throw new GrpcError(status.UNAVAILABLE, 'the outcome is not known: try again')
  const versions = [
    typeof expected === 'bigint'
      ? String(BigInt.asIntN(64, expected))
      : { none: '-1', any: '-2', exists: '-4' }[expected],
    String(outcome.current),
  ] as const
  const text = `Stream: ${inText(stream)}, Expected version: ${versions[0]}, Actual version: ${versions[1]}`
  throw new GrpcError(status.FAILED_PRECONDITION, `${what} failed due to WrongExpectedVersion. ${text}`, {
    exception: 'wrong-expected-version',
    'stream-name': inTrailer(stream),
    'expected-version': versions[0],
    'actual-version': versions[1],
  })
}

export const tooLarge = (): GrpcError =>
  new GrpcError(status.INVALID_ARGUMENT, `Maximum Append Size of ${MAX_APPEND_SIZE} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(MAX_APPEND_SIZE),
  })
