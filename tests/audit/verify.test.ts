import { describe, expect, it } from 'vitest'
import type { RecordedEvent } from '#eventstore'
import { canonicalEvent } from '#projections/links.ts'
import { matchesStoredHead } from '../../backend/audit/verify.ts'
import { events, found, headOf, linked, newKey, trusting } from './chained.ts'

const log = [...events('credits-a', 4), ...events('users-a', 3), ...events('credits-b', 3)]
const links = linked(log)
const changed = (index: number, change: Partial<RecordedEvent>) =>
  log.map((event, at) => (at === index ? { ...event, ...change } : event))
const without = (...indexes: number[]) => log.filter((_, at) => !indexes.includes(at))
const of = (index: number) => ({ stream: log[index]?.stream, revision: Number(log[index]?.revision), n: index + 1 })

describe('a log that nobody touched', () => {
  it('is consistent, and proven once a head of it is signed by a key that is known', async () => {
    expect(await found(log, links)).toMatchObject({ result: 'consistent', length: 10, verified: 10, differing: 0 })
    const key = newKey()
    const heads = [headOf(links, 4, key), headOf(links, 8, key)]
    expect(await found(log, links, { heads, trusted: trusting(key.publicKey) })).toMatchObject({
      result: 'proven',
      provenTo: { length: 8 },
      heads: [{ result: 'matches' }, { result: 'matches' }],
    })
  })

  it('is the same in any order, and at other places in another log', async () => {
    const copied = [...log]
      .reverse()
      .map((event) => ({ ...event, position: event.position * 77n, created: new Date() }))
    expect(await found(copied, links)).toMatchObject({ result: 'consistent', verified: 10 })
  })

  it('is the same where only the order of keys changed', async () => {
    const { amount, ...data } = (log[2] as RecordedEvent).data as Record<string, unknown>
    expect(await found(changed(2, { data: { ...data, amount } }), links)).toMatchObject({ result: 'consistent' })
  })

  it('may be empty', async () => {
    expect(await found([], [])).toMatchObject({ result: 'consistent', length: 0, verified: 0 })
    const key = newKey()
    const over = { heads: [headOf([], 0, key)], trusted: trusting(key.publicKey) }
    expect(await found([], [], over)).toMatchObject({ result: 'proven' })
  })
})

describe('an event that was altered is named by its stream and revision', () => {
  it.each([
    ['in its data', { data: { userId: 'u', amount: 103, note: { b: 1, a: [true, null, 'ä'] } } }],
    ['deep in its data', { data: { userId: 'u', amount: 102, note: { b: 1, a: [true, 0, 'ä'] } } }],
    ['by a key that is added', { data: { userId: 'u', amount: 102, note: { b: 1, a: [true, null, 'ä'] }, x: null } }],
    ['to what is no JSON any more', { data: '{"userId":' }],
    ['to bytes', { data: Buffer.from('102') }],
    ['in its metadata', { metadata: { actor: 'v', commandId: 'c2', at: '2026-03-01T10:00:00.000Z' } }],
    ['in when it happened', { metadata: { actor: 'u', commandId: 'c2', at: '2026-03-01T10:00:00.001Z' } }],
    ['in its type', { type: 'CreditsHeld' }],
    ['in its very id', { id: '00000000-0000-4000-8000-000000000000' }],
  ])('%s', async (_, change) => {
    const verdict = await found(changed(2, change), links)
    expect(verdict).toMatchObject({ result: 'altered', verified: 9, differing: 1, truncated: null })
    expect(verdict.differences).toEqual([{ kind: 'altered', ...of(2) }])
  })

  it('also where two have changed places', async () => {
    const [first, second] = [log[1], log[2]] as [RecordedEvent, RecordedEvent]
    const swapped = [...log]
    swapped[1] = { ...second, revision: first.revision }
    swapped[2] = { ...first, revision: second.revision }
    expect((await found(swapped, links)).differences).toEqual([
      { kind: 'altered', ...of(1) },
      { kind: 'altered', ...of(2) },
    ])
  })
})

describe('of what is there or not', () => {
  it('an event that was taken out is removed', async () => {
    const verdict = await found(without(5), links)
    expect(verdict).toMatchObject({ result: 'altered', truncated: null })
    expect(verdict.differences).toEqual([{ kind: 'removed', ...of(5) }])
  })

  it('one that was put in is inserted', async () => {
    const verdict = await found([...log.slice(0, 4), ...events('credits-a', 1, 4), ...log.slice(4)], links)
    expect(verdict.result).toBe('altered')
    expect(verdict.differences).toEqual([{ kind: 'inserted', stream: 'credits-a', revision: 4, n: null }])
  })

  it('a log that ends early is truncated, and not altered: one that was restored from before', async () => {
    const verdict = await found(without(7, 8, 9), links)
    expect(verdict).toMatchObject({ result: 'truncated', differing: 0, verified: 7 })
    expect(verdict.truncated).toEqual({ from: 8, stream: 'credits-b', revision: 0, missing: 3 })
  })

  it('when that goes on with other events, those that it lost stay named, and the new ones are not', async () => {
    const anew = events('credits-b', 5)
    const restored = [...without(7, 8, 9), ...anew]
    const goneOn = [...links, ...linked([...log, ...anew]).slice(10)]
    const verdict = await found(restored, goneOn)
    expect(verdict).toMatchObject({ result: 'altered', verified: 12, differing: 3 })
    expect(verdict.differences).toEqual([7, 8, 9].map((index) => ({ kind: 'removed', ...of(index) })))
  })
})

describe('the chain’s own rows', () => {
  const altered = (index: number, over: object) => links.map((link, at) => (at === index ? { ...link, ...over } : link))

  it.each([
    ['hash', { hash: Buffer.alloc(32, 1) }],
    ['link', { link: Buffer.alloc(32, 1) }],
  ])('one whose %s was altered is named, and no event for it', async (_, over) => {
    const verdict = await found(log, altered(4, over))
    expect(verdict).toMatchObject({ result: 'altered' })
    expect(verdict.differences.filter(({ kind }) => kind !== 'altered')).toEqual([{ kind: 'link', ...of(4) }])
    expect(verdict.differences.filter(({ kind }) => kind === 'altered')).toEqual([])
  })

  it('one that is gone is missed', async () => {
    const verdict = await found(
      log,
      links.filter(({ n }) => n !== 5),
    )
    expect(verdict.differences).toContainEqual({ kind: 'link', stream: null, revision: null, n: 5 })
  })

  it('the last of them too', async () => {
    const over = { length: 10, link: links[9]?.link as Buffer }
    const verdict = await found(log, links.slice(0, 9), over)
    expect(verdict.differences).toContainEqual({ kind: 'link', stream: null, revision: null, n: 10 })
  })

  it('an event altered together with all links after it is betrayed by a head that was signed before', async () => {
    const key = newKey()
    const forged = changed(5, { data: { amount: 1_000_000 } })
    const over = { heads: [headOf(links, 3, key), headOf(links, 8, key)], trusted: trusting(key.publicKey) }
    const verdict = await found(forged, linked(forged), over)
    expect(verdict).toMatchObject({ result: 'altered', provenThrough: 3, provenTo: { length: 3 } })
    expect(verdict.differences).toEqual([{ kind: 'head', stream: null, revision: null, n: 8 }])
  })
})

describe('how far it is proven', () => {
  const key = newKey()
  const over = (...lengths: number[]) => ({
    heads: lengths.map((length) => headOf(links, length, key)),
    trusted: trusting(key.publicKey),
  })

  it.each([
    ['all of it, without a difference', log, [4, 8], 8, 8],
    ['before the event that was altered', changed(5, { type: 'CreditsHeld' }), [4, 8], 5, 4],
    ['nothing, where it is the first', changed(0, { type: 'CreditsHeld' }), [4, 8], 0, undefined],
    ['before the event that is gone', without(2), [4, 8], 2, undefined],
    ['before the log’s end', log.slice(0, 6), [4, 8], 6, 4],
    ['up to the head, where what differs comes later', changed(9, { type: 'CreditsHeld' }), [8], 8, 8],
    ['nothing, without a head', log, [], 0, undefined],
  ])('%s', async (_, events, heads, through, to) => {
    const { provenThrough, provenTo } = await found(events, links, over(...heads))
    expect([provenThrough, provenTo?.length]).toEqual([through, to])
  })

  it('not by a head behind a link that follows from nothing: what came before it may have been made anew', async () => {
    const forged = changed(1, { data: { amount: 1_000_000 } })
    const joined = [...linked(forged).slice(0, 5), ...links.slice(5)]
    const verdict = await found(forged, joined, over(8))
    expect(verdict).toMatchObject({ result: 'altered', provenThrough: 0, provenTo: null })
  })

  it('as far as the other heads say, where one was changed since it was signed', async () => {
    const heads = [headOf(links, 8, key), { ...headOf(links, 3, key), at: '2026-03-02T00:00:00.000Z' }]
    expect(await found(log, links, { ...over(), heads })).toMatchObject({ provenThrough: 8, provenTo: { length: 8 } })
  })
})

describe('a head', () => {
  const key = newKey()
  const trusted = trusting(key.publicKey)

  it('by a key that nobody knows proves nothing', async () => {
    const verdict = await found(log, links, { heads: [headOf(links, 10)], trusted })
    expect(verdict).toMatchObject({ result: 'consistent', provenTo: null, heads: [{ result: 'unknown_key' }] })
  })

  it('that was changed since it was signed is named', async () => {
    const heads = [{ ...headOf(links, 6, key), length: 7 }]
    const verdict = await found(log, links, { heads, trusted })
    expect(verdict).toMatchObject({ result: 'altered', heads: [{ result: 'bad_signature' }] })
  })

  it('of a longer chain than there is says that links were taken away', async () => {
    const heads = [headOf(links, 10, key)]
    const verdict = await found(log.slice(0, 6), links.slice(0, 6), { heads, trusted })
    expect(verdict).toMatchObject({ result: 'altered', heads: [{ result: 'differs' }] })
  })
})

describe('when it happened', () => {
  it('is what the event says, or else when the store wrote it: a copy that carries it over is the same', () => {
    const [event] = log as [RecordedEvent]
    const { at: _, ...metadata } = event.metadata
    const old = { ...event, metadata, created: new Date('2025-01-01T00:00:00.123Z') }
    const copied = { ...event, metadata: { ...metadata, at: '2025-01-01T00:00:00.123Z' }, created: new Date() }
    expect(canonicalEvent(copied)).toBe(canonicalEvent(old))
  })

  it('is no way to hide a value: what cannot be read as a time is hashed as it stands', () => {
    const [event] = log as [RecordedEvent]
    const said = (at: unknown) => canonicalEvent({ ...event, metadata: { ...event.metadata, at } })
    expect(said('soon')).not.toBe(said('later'))
  })
})

describe('heads that somebody kept', () => {
  const head = { length: 10, at: '2026-11-16T19:02:11.000Z', key: 'one' }
  const kept = [{ ...head, kind: 'loreloom-chain-head', link: 'ab', lastEventId: 'x', signature: 's' }] as Parameters<
    typeof matchesStoredHead
  >[0]
  it('prove something where one of them is of this chain', () =>
    expect(matchesStoredHead(kept, [{ ...head, result: 'matches' }])).toBe(true))
  it('do not where only heads that are kept here are, and theirs are by keys that nobody knows', () =>
    expect(
      matchesStoredHead(kept, [
        { ...head, result: 'unknown_key' },
        { ...head, key: 'another', result: 'matches' },
      ]),
    ).toBe(false))
})
