import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recorded } from '../../eventstore/recorded.ts'
import { decodeReadAnswer, readRequest, type WireEvent } from '../../eventstore/wire/read-call.ts'

/** What we ask and are answered, against the messages that the client itself generates. */

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
const uint64 = fc.bigInt({ min: 0n, max: 2n ** 63n })
const bytes = fc.uint8Array({ maxLength: 300 }).map((value) => Buffer.from(value))
const wireEvent: fc.Arbitrary<WireEvent> = fc.record({
  stream: text,
  revision: uint64,
  id: fc.uuid(),
  type: text,
  json: fc.boolean(),
  data: bytes,
  metadata: bytes,
  created: fc.nat({ max: 2 ** 45 }),
  position: uint64,
})

const asked = (request: Parameters<typeof readRequest>[0]) =>
  streams.ReadReq.deserializeBinary(new Uint8Array(readRequest(request))).getOptions()

describe('a request', () => {
  test('of a stream says where it begins, which way and how much', () => {
    fc.assert(
      fc.property(
        ...([text, fc.option(uint64), fc.boolean(), uint64] as const),
        (stream, revision, backwards, count) => {
          const options = asked({ stream, from: revision ?? 'edge', backwards, count })
          const at = options?.getStream()
          expect(Buffer.from(at?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()).toBe(stream)
          expect([at?.hasStart(), at?.hasEnd()]).toEqual([
            revision === null && !backwards,
            revision === null && backwards,
          ])
          if (revision !== null) expect(at?.getRevision()).toBe(String(revision))
          expect([options?.getReadDirection(), options?.getCount()]).toEqual([Number(backwards), String(count)])
          expect([options?.hasNoFilter(), options?.getUuidOption()?.hasString()]).toEqual([true, true])
        },
      ),
    )
  })

  test('of the log names one position, of commit and prepare', () => {
    const at = asked({ from: 7n, count: 1n })?.getAll()?.getPosition()
    expect([at?.getCommitPosition(), at?.getPreparePosition()]).toEqual(['7', '7'])
    expect(asked({ from: 'edge', count: 1n })?.getAll()?.hasStart()).toBe(true)
    expect(asked({ from: 'edge', backwards: true, count: 1n })?.getAll()?.hasEnd()).toBe(true)
  })

  test('without a count is a subscription to all but the store’s own events', () => {
    const options = asked({ from: 7n })
    const filter = options?.getFilter()
    expect([options?.hasSubscription(), options?.hasCount(), filter?.hasCount()]).toEqual([true, false, true])
    expect([filter?.getEventType()?.getRegex(), filter?.getCheckpointintervalmultiplier()]).toEqual(['^[^$].*', 10])
  })
})

describe('an answer', () => {
  const answered = (set: (answer: InstanceType<typeof streams.ReadResp>) => void) => {
    const answer = new streams.ReadResp()
    set(answer)
    return decodeReadAnswer(Buffer.from(answer.serializeBinary()))
  }

  test('is an event, whatever is in it, and whatever else the server says of it', () => {
    fc.assert(
      fc.property(wireEvent, (event) => {
        const record = new streams.ReadResp.ReadEvent.RecordedEvent()
        const id = new shared.UUID()
        id.setString(event.id)
        const stream = new shared.StreamIdentifier()
        stream.setStreamName(new Uint8Array(Buffer.from(event.stream)))
        record.setId(id)
        record.setStreamIdentifier(stream)
        record.setStreamRevision(String(event.revision))
        record.setPreparePosition(String(event.position))
        record.setCommitPosition(String(event.position))
        const metadata = record.getMetadataMap()
        metadata.set('type', event.type)
        metadata.set('created', String(BigInt(event.created) * 10_000n))
        metadata.set('content-type', event.json ? 'application/json' : 'application/octet-stream')
        record.setCustomMetadata(event.metadata)
        record.setData(event.data)
        const read = new streams.ReadResp.ReadEvent()
        read.setEvent(record)
        read.setCommitPosition(String(event.position))
        expect(answered((answer) => answer.setEvent(read))).toEqual({ event })
      }),
    )
  })

  test('tells how far a subscription has come', () => {
    const at = new streams.ReadResp.Checkpoint()
    at.setCommitPosition('9007199254740993')
    expect(answered((answer) => answer.setCheckpoint(at))).toEqual({ checkpoint: 9007199254740993n })
    expect(answered((answer) => answer.setCaughtUp(new streams.ReadResp.CaughtUp()))).toEqual({ isLive: true })
    expect(answered((answer) => answer.setFellBehind(new streams.ReadResp.FellBehind()))).toEqual({ isLive: false })
  })

  test('is nothing where there is no such stream', () => {
    expect(answered((answer) => answer.setStreamNotFound(new streams.ReadResp.StreamNotFound()))).toEqual({})
  })
})

describe('an event as the port gives it', () => {
  const event: WireEvent = {
    stream: 's',
    revision: 0n,
    id: 'i',
    type: 't',
    json: true,
    created: 1,
    position: 2n,
    data: Buffer.from('{"n":1}'),
    metadata: Buffer.from('{"at":"now"}'),
  }

  test('has its data and metadata read', () => {
    const { json, ...rest } = event
    expect(recorded(event)).toEqual({ ...rest, data: { n: 1 }, metadata: { at: 'now' }, created: new Date(1) })
  })

  test('keeps what is no JSON as it came: bytes, or the text that was said to be JSON', () => {
    expect(recorded({ ...event, json: false }).data).toEqual(Buffer.from('{"n":1}'))
    expect(recorded({ ...event, data: Buffer.from('{"n"') }).data).toBe('{"n"')
    for (const metadata of ['', '[1', '7', 'null', '\xff'])
      expect(recorded({ ...event, metadata: Buffer.from(metadata, 'latin1') }).metadata).toEqual({})
  })
})
