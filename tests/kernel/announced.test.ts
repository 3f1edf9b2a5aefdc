import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { announcementOf } from '#projections/announcement.ts'
import type { FeedLine } from '#projections/feed.ts'
import { announced } from '../../backend/realtime/announced.ts'

const line = (position: number, over: Partial<FeedLine> = {}): FeedLine => ({
  position: String(position),
  seq: 0,
  id: randomUUID(),
  type: 'CollectionRenamed',
  stream: 'collections-1',
  revision: '3',
  at: '2026-11-21T10:00:00.123Z',
  item: 'secret of the database',
  data: { name: 'N' },
  metadata: { actor: 'a', commandId: 'c', correlationId: 'r', requestId: 'q', traceparent: 't' },
  channels: ['campaign:1'],
  unless: [],
  users: [],
  refs: [],
  correlationId: 'r',
  causationId: null,
  ...over,
})
const announcement = (from: number, to: number, ...lines: FeedLine[]) =>
  announcementOf(BigInt(from), BigInt(to), lines) ?? ''

describe('what is announced', () => {
  it('by a projector of an older version is heard in today’s words', () => {
    const purpose = { kind: 'images', id: 'i', label: 'Image' }
    const heard = announced(10)
    heard.receive(announcement(4, 7, line(5, { type: 'CreditsHeld', data: { purpose } })))
    expect(heard.take(4n, 7n)?.rows).toMatchObject([{ data: { purpose: { ...purpose, stream: 'images-i' } } }])
  })

  it('is the line as clients are told it', () => {
    const heard = announced(10)
    const { item: _item, correlationId: _flow, causationId: _cause, ...told } = line(5)
    heard.receive(announcement(4, 7, { ...line(5), id: told.id }))
    const metadata = { actor: 'a', commandId: 'c', correlationId: 'r' }
    expect(heard.take(4n, 7n)).toEqual({
      rows: [{ ...told, position: 5n, revision: 3, metadata, traceparent: 't' }],
      to: 7n,
    })
    expect(heard.take(4n, 7n)).toBeUndefined()
  })

  it('goes together with what follows it, as far as it is wanted', () => {
    const heard = announced(10)
    heard.receive(announcement(0, 2, line(1), line(2)))
    heard.receive(announcement(2, 3))
    heard.receive(announcement(3, 4, line(4)))
    expect(heard.take(0n, 3n)).toMatchObject({ rows: [{ position: 1n }, { position: 2n }], to: 3n })
    expect(heard.take(3n, 4n)).toMatchObject({ rows: [{ position: 4n }], to: 4n })
  })

  it('does not bridge what was not announced, nor repeat what was read meanwhile', () => {
    const heard = announced(10)
    heard.receive(announcement(0, 1, line(1)))
    heard.receive(announcement(2, 3, line(3)))
    heard.receive(announcement(3, 4, line(4)))
    expect(heard.take(0n, 4n)).toMatchObject({ rows: [{ position: 1n }], to: 1n })
    expect(heard.take(1n, 4n)).toBeUndefined()
    expect(heard.take(3n, 4n)).toMatchObject({ rows: [{ position: 4n }], to: 4n })
  })

  it('is forgotten where too much of it waits: the feed has it', () => {
    const heard = announced(2)
    heard.receive(announcement(0, 2, line(1), line(2)))
    heard.receive(announcement(2, 3, line(3)))
    expect(heard.take(0n, 3n)).toBeUndefined()
    expect(heard.take(2n, 3n)).toMatchObject({ rows: [{ position: 3n }] })
  })

  it('is nothing that PostgreSQL would refuse, by its lines or by its bytes', () => {
    expect(announcementOf(0n, 1n, [line(1, { data: 'ö'.repeat(3000) })])).toBeDefined()
    expect(announcementOf(0n, 1n, [line(1, { data: 'ö'.repeat(4000) })])).toBeUndefined()
    expect(
      announcementOf(
        0n,
        9n,
        Array.from({ length: 51 }, () => line(1)),
      ),
    ).toBeUndefined()
  })
})
