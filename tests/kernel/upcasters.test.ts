import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { lift, upcasting, upcast as upcastStored } from '#domain/upcasters.ts'

const upcast = upcasting({
  CollectionMade: [
    lift(z.object({ title: z.string() }), ({ title }) => ({ type: 'CollectionCreated', data: { name: title } })),
  ],
  CollectionCreated: [
    lift(z.strictObject({ name: z.string() }), ({ name }) => ({
      type: 'CollectionCreated',
      data: { name, rank: 'a0' },
    })),
  ],
  Endless: [lift(z.object({}), (data) => ({ type: 'Endless', data }))],
})

it('leaves an event of today alone', () => {
  const event = { type: 'CollectionCreated', data: { name: 'Maps', rank: 'b' } }
  expect(upcast(event)).toBe(event)
})

it('lifts an old shape step by step, keeping what is around it', () =>
  expect(upcast({ type: 'CollectionMade', data: { title: 'Maps' }, position: 7n })).toEqual({
    type: 'CollectionCreated',
    data: { name: 'Maps', rank: 'a0' },
    position: 7n,
  }))

it('says so when an old shape also matches the new one', () =>
  expect(() => upcast({ type: 'Endless', data: {} })).toThrow('never ends'))

it('names the stream of a hold of before', () => {
  const purpose = { kind: 'images', id: 'i', label: 'Image' }
  const named = { type: 'CreditsHeld', data: { amount: 2, purpose: { ...purpose, stream: 'images-i' } } }
  expect(upcastStored({ type: 'CreditsHeld', data: { amount: 2, purpose } })).toEqual(named)
  expect(upcastStored(named)).toBe(named)
})

/** What gives stored events to others as they are, or looks at no more than when, where and of which type they are. */
const asTheyAre = [
  'backend/commands/fair-reads.ts',
  'backend/telemetry/event-store.ts',
  'backend/sealing/sealed-store.ts',
  'backend/projections/lag.ts',
  // SQL, which looks at ids that events of a thing always had.
  'backend/commands/trash/routes.ts',
  'backend/queries/trash/moved-away.ts',
  'backend/http/history-beginning.ts',
  'backend/commands/conjurations/bring-back.ts',
  'backend/commands/conjurations/return-conjurations.ts',
  'backend/commands/operations/perform.ts',
  'backend/commands/snapshots.ts',
  'backend/queries/operations/routes.ts',
  'backend/commands/writings/context.ts',
  'backend/realtime/past.ts',
  'backend/realtime/feed.ts',
  // Their positions, types and people; the page itself is named, and so lifted, in event-names.ts.
  'backend/queries/admin/event-pages.ts',
  'backend/queries/admin/events.ts',
  // How many there are.
  'backend/audit/account-id.ts',
  'backend/queries/past/marks.ts',
  'backend/queries/admin/find.ts',
  'backend/queries/as-of.ts',
  'backend/queries/audit/causes.ts',
  // Which event has an id in it or is at a place, whatever its shape.
  'backend/queries/admin/naming.ts',
  'backend/queries/audit/account-rows.ts',
  'backend/projections/moved.ts',
  // Whether a file's key stands anywhere in them.
  'backend/reactors/sweep-files.ts',
  // Hands them on.
  'backend/projections/read-until.ts',
  // How far a stream goes.
  'backend/queries/texts/open-text.ts',
  // Revisions and moments, which no shape of theirs will leave out.
  'backend/queries/conjurations/pictures.ts',
  'backend/queries/texts/beginning.ts',
  'backend/queries/texts/history.ts',
  'backend/queries/texts/sittings.ts',
]

it('is done wherever stored events are read', () => {
  const readers = globSync('backend/**/*.ts')
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
    .filter(({ text }) => /store\.(read|subscribe)\(|\bfrom feed\b|Envelope\.parse|: Announcement = /.test(text))
  expect(readers.length).toBeGreaterThan(10)
  const unlifted = readers.filter(({ text }) => !/\bupcast\b|\bstored\b/.test(text)).map(({ file }) => file)
  expect(unlifted.filter((file) => !asTheyAre.includes(file))).toEqual([])
})
