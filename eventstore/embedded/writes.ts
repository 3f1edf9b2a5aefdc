import { GrpcError, status } from '../wire/grpc-error.ts'
import { EMPTY } from '../wire/protobuf.ts'
import { MAX_APPEND_SIZE, newEventId, type Proposal, sizeOf, TOMBSTONE } from './event.ts'
import { type Call, type Handler, unary } from './grpc.ts'
import { streamDeleted } from './log.ts'
import type { Operation, Outcome } from './operation.ts'
import { decodeAppend, decodeDelete, type Target } from './requests.ts'
import { isMetadataStream, SOFT_DELETION } from './stream-metadata.ts'
import { appendConflict, appended, deleted } from './write-replies.ts'
import type { Writer } from './writer.ts'

/** How long a write may wait whose caller did not say how long it waits itself. */
export const PATIENCE = 30_000

/** `Streams.Append`: the options, then the events one by one, then one answer. */
export const appendHandler =
  (writer: Writer): Handler =>
  (call) => {
    let target: Target | undefined
    let size = 0
    const events: Proposal[] = []
    call.receive(
      (message) => {
        const request = decodeAppend(message)
        target ??= request.target
        if (!request.event) return
        events.push(request.event)
        size += sizeOf(request.event)
        if (size > MAX_APPEND_SIZE) throw tooLarge()
      },
      () => {
        if (!target) return call.fail(new GrpcError(status.INVALID_ARGUMENT, 'the options are missing'))
        const { stream, expected } = target
        submit(writer, call, { kind: 'append', stream, expected, events }, (outcome) => {
          if (outcome.kind === 'conflict') call.send(appendConflict(expected, outcome.current))
          else call.send(appended(written(outcome, stream, expected)))
          call.end()
        })
      },
    )
  }

/** `Streams.Delete`: gone until the next append. */
export const deleteHandler = (writer: Writer): Handler =>
  removal(writer, 'delete', { type: Buffer.from('$metadata'), json: true, data: SOFT_DELETION, metadata: EMPTY })

/** `Streams.Tombstone`: gone for ever. */
export const tombstoneHandler = (writer: Writer): Handler =>
  removal(writer, 'tombstone', { type: Buffer.from('$streamDeleted'), json: true, data: EMPTY, metadata: EMPTY })

const removal = (writer: Writer, kind: 'delete' | 'tombstone', event: Omit<Proposal, 'id'>): Handler =>
  unary((bytes, call) => {
    const { stream, expected } = decodeDelete(bytes)
    if (isMetadataStream(stream)) throw new GrpcError(status.INVALID_ARGUMENT, 'a metadata stream cannot be deleted')
    return new Promise((resolve, reject) => {
      submit(writer, call, { kind, stream, expected, events: [{ ...event, id: newEventId() }] }, (outcome) => {
        try {
          resolve(deleted(written(outcome, stream, expected).position ?? 0n))
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
    deadline: call.deadline ?? performance.now() + PATIENCE,
    answer(outcome) {
      try {
        answer(outcome)
      } catch (error) {
        call.fail(error)
      }
    },
  })
}

/** Where a write ended, or the error with the trailers by which clients know it. */
function written(outcome: Outcome, stream: string, expected: Target['expected']) {
  if (outcome.kind === 'written') return outcome
  if (outcome.kind === 'deleted') throw streamDeleted(stream)
  if (outcome.kind === 'refused') throw new GrpcError(status.INVALID_ARGUMENT, outcome.reason)
  if (outcome.kind === 'unknown') throw new GrpcError(status.UNAVAILABLE, 'the outcome is not known: try again')
  const name = encodeURIComponent(stream)
  throw new GrpcError(status.FAILED_PRECONDITION, `Append failed due to WrongExpectedVersion. Stream: ${stream}`, {
    exception: 'wrong-expected-version',
    'stream-name': name,
    'expected-version':
      typeof expected === 'bigint' ? String(expected) : { none: '-1', any: '-2', exists: '-4' }[expected],
    ...(outcome.current >= 0n && outcome.current < TOMBSTONE ? { 'actual-version': String(outcome.current) } : {}),
  })
}

export const tooLarge = (): GrpcError =>
  new GrpcError(status.INVALID_ARGUMENT, `Maximum Append Size of ${MAX_APPEND_SIZE} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(MAX_APPEND_SIZE),
  })
