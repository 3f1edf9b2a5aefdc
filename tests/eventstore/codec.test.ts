import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import status from '@eventstore/db-client/generated/status_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Expected, type Proposal, TOMBSTONE } from '../../eventstore/embedded/event.ts'
import { predicateOf } from '../../eventstore/embedded/filter.ts'
import { writeEvent } from '../../eventstore/embedded/read-replies.ts'
import { decodeRead } from '../../eventstore/embedded/read-request.ts'
import { decodeAppend, decodeBatchAppend, decodeDelete } from '../../eventstore/embedded/requests.ts'
import { appendConflict, batchAppended, batchConflict } from '../../eventstore/embedded/write-replies.ts'
import { decodeAppendAnswer } from '../../eventstore/wire/append-answer.ts'
import { appendText, writeAppend } from '../../eventstore/wire/append-request.ts'
import {
  bytesOf,
  eachField,
  MalformedMessage,
  newSink,
  readBytes,
  readUint64,
  varintSize,
  writeVarint,
} from '../../eventstore/wire/protobuf.ts'

/** Our codec against the messages that the client itself generates; these two come with its own copy of google-protobuf. */
const ofClient = createRequire(import.meta.resolve('@eventstore/db-client'))
const google = ofClient('google-protobuf/google/protobuf/empty_pb.js')
const durations = ofClient('google-protobuf/google/protobuf/duration_pb.js')
const timestamps = ofClient('google-protobuf/google/protobuf/timestamp_pb.js')

const uuid = fc.uuid()
const uint64 = fc.oneof(
  fc.bigInt({ min: 0n, max: TOMBSTONE }),
  fc.nat().map(BigInt),
  fc.constant(TOMBSTONE),
  fc.constant(0n),
)
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((value) => !value.includes('\0'))
const bytes = fc.uint8Array({ maxLength: 300 })
const expected: fc.Arbitrary<Expected> = fc.oneof(
  uint64,
  fc.constantFrom('none' as const, 'any' as const, 'exists' as const),
)
const proposal = fc.record({ id: uuid, type: text, json: fc.boolean(), data: bytes, metadata: bytes })

const identifier = (name: string) => {
  const message = new shared.StreamIdentifier()
  message.setStreamName(new Uint8Array(Buffer.from(name)))
  return message
}
const id = (value: string) => {
  const message = new shared.UUID()
  message.setString(value)
  return message
}
const hex = (value: string) => value.replaceAll('-', '')
const fill = (
  message: InstanceType<typeof streams.BatchAppendReq.ProposedMessage>,
  event: { id: string; type: string; json: boolean; data: Uint8Array; metadata: Uint8Array },
) => {
  message.setId(id(event.id))
  message.getMetadataMap().set('type', event.type)
  message.getMetadataMap().set('content-type', event.json ? 'application/json' : 'application/octet-stream')
  message.setData(event.data)
  message.setCustomMetadata(event.metadata)
  return message
}
const plain = ({ id, type, json, data, metadata }: Proposal) => ({
  id: id.toString('hex'),
  type: type.toString(),
  json,
  data: [...data],
  metadata: [...metadata],
})
const unframed = (frame: Buffer) => {
  expect(frame.readUInt32BE(1)).toBe(frame.length - 5)
  return new Uint8Array(frame.subarray(5))
}

test('a varint of any 64 bits comes back, in the size that was foretold', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (value) => {
      const sink = newSink(10)
      writeVarint(sink, value)
      expect(readUint64({ bytes: bytesOf(sink), at: 0 })).toBe(value)
      expect(sink.at).toBe(varintSize(value))
    }),
  )
  for (const value of [0, 127, 128, 16383, 16384, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 35, 2 ** 53 - 1]) {
    const [number, big] = [newSink(10), newSink(10)]
    writeVarint(number, value)
    writeVarint(big, BigInt(value))
    expect(bytesOf(number)).toEqual(bytesOf(big))
  }
})

describe('requests', () => {
  test('a batch append is read as the client writes it', () => {
    fc.assert(
      fc.property(
        uuid,
        text,
        expected,
        fc.array(proposal, { maxLength: 5 }),
        fc.boolean(),
        (correlation, stream, expectation, events, final) => {
          const deadline = new Date(1_800_000_000_123)
          const request = new streams.BatchAppendReq()
          request.setCorrelationId(id(correlation))
          const options = new streams.BatchAppendReq.Options()
          options.setStreamIdentifier(identifier(stream))
          options.setDeadline(timestamps.Timestamp.fromDate(deadline))
          const empty = new google.Empty()
          if (expectation === 'none') options.setNoStream(empty)
          else if (expectation === 'any') options.setAny(empty)
          else if (expectation === 'exists') options.setStreamExists(empty)
          else options.setStreamPosition(String(expectation))
          request.setOptions(options)
          for (const event of events)
            request.addProposedMessages(fill(new streams.BatchAppendReq.ProposedMessage(), event))
          request.setIsFinal(final)
          const chunk = decodeBatchAppend(Buffer.from(request.serializeBinary()))
          expect(chunk).toMatchObject({
            final,
            target: { stream, expected: expectation, deadline: deadline.getTime() },
          })
          expect(chunk.correlation).toEqual(Buffer.from(id(correlation).serializeBinary()))
          expect(chunk.target?.identifier).toEqual(Buffer.from(identifier(stream).serializeBinary()))
          expect(chunk.events.map(plain)).toEqual(
            events.map((event) => ({
              ...event,
              id: hex(event.id),
              data: [...event.data],
              metadata: [...event.metadata],
            })),
          )
        },
      ),
    )
  })

  test('so are a single event, a deletion, and an id in two halves', () => {
    fc.assert(
      fc.property(text, expected, proposal, (stream, expectation, event) => {
        const append = new streams.AppendReq()
        append.setProposedMessage(fill(new streams.AppendReq.ProposedMessage() as never, event) as never)
        expect(decodeAppend(Buffer.from(append.serializeBinary())).event?.id.toString('hex')).toBe(hex(event.id))
        const options = new streams.DeleteReq.Options()
        options.setStreamIdentifier(identifier(stream))
        if (expectation === 'none') options.setNoStream(new shared.Empty())
        else if (expectation === 'any') options.setAny(new shared.Empty())
        else if (expectation === 'exists') options.setStreamExists(new shared.Empty())
        else options.setRevision(String(expectation))
        const request = new streams.DeleteReq()
        request.setOptions(options)
        expect(decodeDelete(Buffer.from(request.serializeBinary()))).toMatchObject({ stream, expected: expectation })
      }),
    )
    const halves = new shared.UUID.Structured()
    halves.setMostSignificantBits('-1')
    halves.setLeastSignificantBits('2')
    const structured = new shared.UUID()
    structured.setStructured(halves)
    const message = fill(new streams.AppendReq.ProposedMessage() as never, {
      id: randomUUID(),
      type: 'T',
      json: true,
      data: new Uint8Array(),
      metadata: new Uint8Array(),
    })
    message.setId(structured)
    const append = new streams.AppendReq()
    append.setProposedMessage(message as never)
    expect(decodeAppend(Buffer.from(append.serializeBinary())).event?.id.toString('hex')).toBe(
      'ffffffffffffffff0000000000000002',
    )
  })

  test('a read says where it begins, which way, how much, and what it lets through', () => {
    fc.assert(
      fc.property(
        text,
        uint64,
        uint64,
        fc.boolean(),
        fc.nat({ max: 999 }).map((n) => n + 1),
        (stream, from, count, backwards, window) => {
          const options = new streams.ReadReq.Options()
          const at = new streams.ReadReq.Options.StreamOptions()
          at.setStreamIdentifier(identifier(stream))
          at.setRevision(String(from))
          options.setStream(at)
          options.setReadDirection(backwards ? 1 : 0)
          options.setCount(String(count))
          const filter = new streams.ReadReq.Options.FilterOptions()
          const expression = new streams.ReadReq.Options.FilterOptions.Expression()
          expression.setPrefixList(['a', stream])
          filter.setEventType(expression)
          filter.setMax(window)
          filter.setCheckpointintervalmultiplier(3)
          options.setFilter(filter)
          const request = new streams.ReadReq()
          request.setOptions(options)
          const read = decodeRead(Buffer.from(request.serializeBinary()))
          expect(read).toMatchObject({ stream, from, count, backwards })
          expect(read.filter).toEqual({ on: 'type', regex: '', prefixes: ['a', stream], checkpointEvery: 3 * window })
        },
      ),
    )
  })

  test('nonsense is refused, never misread into a crash', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (noise) => {
        for (const decode of [decodeBatchAppend, decodeAppend, decodeDelete, decodeRead]) {
          try {
            decode(Buffer.from(noise))
          } catch (error) {
            expect(error).toBeInstanceOf(MalformedMessage)
          }
        }
      }),
      { numRuns: 2000 },
    )
  })
})

describe('what is wrong with one append', () => {
  const chunk = (stream: string, event: Partial<{ id: string; type: string }>) => {
    const request = new streams.BatchAppendReq()
    request.setCorrelationId(id('6f1d2f7e-5b1c-4a3e-9a5e-0d3c1b2a4f60'))
    const options = new streams.BatchAppendReq.Options()
    options.setStreamIdentifier(identifier(stream))
    request.setOptions(options)
    const whole = { id: '6f1d2f7e-5b1c-4a3e-9a5e-0d3c1b2a4f61', type: 'T', json: true, ...event }
    const message = fill(new streams.BatchAppendReq.ProposedMessage(), {
      ...whole,
      data: new Uint8Array(),
      metadata: new Uint8Array(),
    })
    request.addProposedMessages(message)
    request.setIsFinal(true)
    return decodeBatchAppend(Buffer.from(request.serializeBinary()))
  }
  test.each([
    ['', {}, 'a stream needs a name'],
    ['$$', {}, '$$ is no name of a stream'],
    ['s', { type: '' }, 'an event needs a type'],
    ['s', { id: 'nonsense' }, 'an event needs an id'],
    ['s', { id: '6f1d2f7e5b1c-4a3e-9a5e-0d3c1b2a4f60-' }, 'an event needs an id'],
    ['s', { id: '00000000-0000-0000-0000-000000000000' }, 'an event needs an id'],
  ])('of %j with %j stays with it', (stream, event, text) => {
    expect(chunk(stream, event)).toMatchObject({ final: true, fault: expect.stringContaining(text) })
  })
  test('is nothing where an id is written another way', () => {
    const { id: plainId } = chunk('s', {}).events[0] as Proposal
    for (const written of ['{6f1d2f7e-5b1c-4a3e-9a5e-0d3c1b2a4f61}', '6F1D2F7E5B1C4A3E9A5E0D3C1B2A4F61']) {
      const { fault, events } = chunk('s', { id: written })
      expect([fault, events[0]?.id]).toEqual([undefined, plainId])
    }
  })
})

describe('replies', () => {
  const row = fc.record({
    id: uuid,
    stream: text,
    type: text,
    json: fc.boolean(),
    data: bytes,
    metadata: bytes,
    revision: uint64,
    position: uint64,
    created: fc.nat({ max: 2 ** 31 }),
  })

  test('an event is what the client reads', () => {
    fc.assert(
      fc.property(row, (event) => {
        const sink = newSink(16)
        const uuidBytes = Buffer.from(hex(event.id), 'hex')
        writeEvent(sink, {
          ...event,
          id: uuidBytes,
          stream: Buffer.from(event.stream),
          type: Buffer.from(event.type),
          data: Buffer.from(event.data),
          metadata: Buffer.from(event.metadata),
          created: event.created * 1_000_000,
        })
        const read = streams.ReadResp.deserializeBinary(unframed(bytesOf(sink))).getEvent()
        const record = read?.getEvent()
        expect(read?.getCommitPosition()).toBe(String(event.position))
        expect(record?.getId()?.getString()).toBe(event.id)
        expect(Buffer.from(record?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()).toBe(event.stream)
        expect([record?.getStreamRevision(), record?.getPreparePosition(), record?.getCommitPosition()]).toEqual(
          [event.revision, event.position, event.position].map(String),
        )
        expect(record?.getMetadataMap().get('type')).toBe(event.type)
        expect(record?.getMetadataMap().get('content-type')).toBe(
          event.json ? 'application/json' : 'application/octet-stream',
        )
        expect(BigInt(record?.getMetadataMap().get('created') ?? '')).toBe(BigInt(event.created) * 10_000_000n)
        expect([...(record?.getData_asU8() ?? [])]).toEqual([...event.data])
        expect([...(record?.getCustomMetadata_asU8() ?? [])]).toEqual([...event.metadata])
      }),
    )
  })

  test('a batch append is answered with its id, its stream and where it ended', () => {
    fc.assert(
      fc.property(uuid, text, expected, uint64, uint64, (correlation, stream, expectation, revision, position) => {
        const to = {
          correlation: Buffer.from(id(correlation).serializeBinary()),
          identifier: Buffer.from(identifier(stream).serializeBinary()),
          expected: expectation,
        }
        const answer = streams.BatchAppendResp.deserializeBinary(unframed(batchAppended(to, { revision, position })))
        expect(answer.getCorrelationId()?.getString()).toBe(correlation)
        expect(Buffer.from(answer.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()).toBe(stream)
        expect(answer.getSuccess()?.getCurrentRevision()).toBe(String(revision))
        expect(answer.getSuccess()?.getPosition()?.toObject()).toEqual({
          commitPosition: String(position),
          preparePosition: String(position),
        })
        if (typeof expectation === 'bigint') expect(answer.getStreamPosition()).toBe(String(expectation))
        const conflict = streams.BatchAppendResp.deserializeBinary(unframed(batchConflict(to, revision))).getError()
        expect(conflict).toBeInstanceOf(status.Status)
        expect(conflict?.getDetails()?.getTypeUrl()).toContain('WrongExpectedVersion')
        const detail = shared.WrongExpectedVersion.deserializeBinary(
          conflict?.getDetails()?.getValue_asU8() ?? new Uint8Array(),
        )
        expect(detail.getCurrentStreamRevision()).toBe(String(revision))
      }),
    )
  })

  test('a conflict on a missing stream says that there is none', () => {
    const answer = streams.AppendResp.deserializeBinary(
      unframed(appendConflict('exists', -1n)),
    ).getWrongExpectedVersion()
    expect([answer?.hasCurrentNoStream(), answer?.hasExpectedStreamExists()]).toEqual([true, true])
  })
})

/** The client's messages are older than the field that says how long, rather than until when, an append may take. */
function patienceOf(request: Buffer): unknown {
  let patience: unknown
  eachField(request, (field, cursor) => {
    if (field !== 2) return
    eachField(readBytes(cursor), (option, inner) => {
      if (option === 7) patience = durations.Duration.deserializeBinary(readBytes(inner)).toObject()
    })
  })
  return patience
}

describe('our own appends', () => {
  const event = fc.record({ id: uuid, type: text, data: fc.jsonValue(), metadata: fc.dictionary(text, fc.jsonValue()) })
  const wanted = fc.oneof(uint64, fc.constantFrom('none' as const, 'any' as const))
  const safe = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })

  test('are read by the client’s messages as they were meant', () => {
    fc.assert(
      fc.property(text, fc.array(event, { maxLength: 5 }), wanted, safe, (stream, events, expectation, correlation) => {
        const sink = newSink(8)
        writeAppend(sink, correlation, 9123, appendText(stream, events, expectation))
        const request = streams.BatchAppendReq.deserializeBinary(unframed(bytesOf(sink)))
        expect(request.getIsFinal()).toBe(true)
        expect(request.getCorrelationId()?.getStructured()?.getLeastSignificantBits()).toBe(String(correlation))
        const options = request.getOptions()
        expect(Buffer.from(options?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()).toBe(stream)
        expect(patienceOf(Buffer.from(unframed(bytesOf(sink))))).toEqual({ seconds: 9, nanos: 123_000_000 })
        if (typeof expectation === 'bigint') expect(options?.getStreamPosition()).toBe(String(expectation))
        expect([options?.hasNoStream(), options?.hasAny()]).toEqual([expectation === 'none', expectation === 'any'])
        const sent = request.getProposedMessagesList().map((one) => ({
          id: one.getId()?.getString(),
          type: one.getMetadataMap().get('type'),
          content: one.getMetadataMap().get('content-type'),
          data: Buffer.from(one.getData_asU8()).toString(),
          metadata: Buffer.from(one.getCustomMetadata_asU8()).toString(),
        }))
        expect(sent).toEqual(
          events.map(({ id, type, data, metadata }) => ({
            id,
            type,
            content: 'application/json',
            data: JSON.stringify(data),
            metadata: JSON.stringify(metadata),
          })),
        )
      }),
    )
  })

  test('are answered by the client’s messages, whichever way these write an id', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 47 }), fc.boolean(), uint64, uint64, (correlation, asText, revision, position) => {
        const id = new shared.UUID()
        if (asText) id.setString(`00000000-0000-0000-0000-${correlation.toString(16).padStart(12, '0')}`)
        else {
          const structured = new shared.UUID.Structured()
          structured.setLeastSignificantBits(String(correlation))
          id.setStructured(structured)
        }
        const response = new streams.BatchAppendResp()
        response.setCorrelationId(id)
        const success = new streams.BatchAppendResp.Success()
        success.setCurrentRevision(String(revision))
        const at = new shared.AllStreamPosition()
        at.setCommitPosition(String(position))
        success.setPosition(at)
        response.setSuccess(success)
        expect(decodeAppendAnswer(Buffer.from(response.serializeBinary()))).toEqual({
          correlation,
          failure: undefined,
          revision,
          position,
        })
        const failure = new status.Status()
        failure.setCode(6)
        failure.setMessage('WrongExpectedVersion')
        response.setError(failure)
        expect(decodeAppendAnswer(Buffer.from(response.serializeBinary())).failure).toEqual({
          code: 6,
          text: 'WrongExpectedVersion',
        })
      }),
    )
  })

  test('need an id that is a UUID', () => {
    expect(() => appendText('s-1', [{ id: 'x', type: 'T', data: 1, metadata: {} }], 'any')).toThrow(TypeError)
  })
})

test('each kind of filter picks by the bytes that it is meant for', () => {
  const event = (stream: string, type: string) => ({ stream: Buffer.from(stream), type: Buffer.from(type) })
  const filter = (on: 'stream' | 'type', regex: string, prefixes: string[] = []) =>
    predicateOf({ on, regex, prefixes, checkpointEvery: 32 })
  expect(filter('type', '^[^$].*')?.(event('$x', 'Written'))).toBe(true)
  expect(filter('type', '^[^$].*')?.(event('x', '$metadata'))).toBe(false)
  expect(filter('stream', '', ['lore-', 'map-'])?.(event('map-1', 'T'))).toBe(true)
  expect(filter('stream', '', ['lore-', 'map-'])?.(event('ma', 'T'))).toBe(false)
  expect(filter('stream', 'é$')?.(event('café', 'T'))).toBe(true)
  expect(() => filter('type', '(')).toThrow(MalformedMessage)
})
