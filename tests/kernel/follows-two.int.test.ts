import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type AccessRow, accessRow } from '#domain/access-row.ts'
import type { EventStore } from '#eventstore'
import { accessView } from '../../backend/projections/access.ts'
import { rebuild } from '../../backend/projections/rebuild.ts'
import { tabled } from '../../backend/projections/tabled.ts'
import type { AnyView } from '../../backend/projections/view.ts'
import { views } from '../../backend/things.ts'
import { memoryStore } from '../memory-store.ts'
import { append, fact, kernel } from './kernel.ts'

/** As a capability would say it: a link between two lore items. */
const linked: AnyView<AccessRow> = {
  ...accessView,
  on: {
    ...accessView.on,
    Linked: ({ linkId: id, userId: ownerId, campaignId, ends }) => accessRow({ id, ownerId, campaignId, bothOf: ends }),
  },
}
const table = tabled(linked)

let store: EventStore
let k: Awaited<ReturnType<typeof kernel>>
beforeEach(async () => {
  store = memoryStore()
  k = await kernel(store, [...views.filter(({ view }) => view.table !== 'access'), table])
})
afterEach(() => k.close())

it('a link is seen by who sees both of its ends, as they are, and a rebuild says the same', {
  tags: 'long',
}, async () => {
  k.project({ access: linked })
  const [userId, campaignId, linkId, image] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const ends = [randomUUID(), randomUUID()] as const
  const lore = { userId, campaignId, collectionId: null, name: 'L', description: '', tags: [], copyOf: null }
  for (const conjurationId of ends)
    await append(
      store,
      `conjurations-${conjurationId}`,
      fact('ConjurationCreated', { conjurationId, ...lore, visibility: 'CAMPAIGN' }, userId),
    )
  await append(store, `links-${linkId}`, fact('Linked', { linkId, userId, campaignId, ends }, userId))
  // Something else that follows one of them.
  const file = { key: 'k', mime: 'image/png', width: 1, height: 1, size: 1 }
  const uploaded = { imageId: image, userId, campaignId, conjurationId: ends[1], name: null, file }
  await append(store, `images-${image}`, fact('ImageUploaded', uploaded, userId))

  const show = (end: 0 | 1, visibility: string) =>
    append(
      store,
      `conjurations-${ends[end]}`,
      fact('ConjurationVisibilityChanged', { conjurationId: ends[end], visibility }, userId),
    )
  const channels = async () => {
    await k.caughtUp()
    return (await k.query<AccessRow>('select * from access where id = $1', [linkId]))[0]?.channels
  }
  const [everybody, mine, dms] = [
    `campaign:${campaignId}`,
    `campaign-user:${campaignId}:${userId}`,
    `campaign-dm:${campaignId}`,
  ]
  expect(await channels()).toEqual([everybody])
  await show(1, 'DM')
  expect(await channels()).toEqual([mine, dms])
  await show(0, 'PRIVATE')
  expect(await channels()).toEqual([mine])
  await show(0, 'CAMPAIGN')
  await show(1, 'CAMPAIGN')
  expect(await channels()).toEqual([everybody])
  const told = await k.query<{ type: string }>('select type from feed where item = $1 order by position, seq', [linkId])
  expect(told.map(({ type }) => type)).toEqual([
    ...['Linked', 'ItemGone', 'ItemShown', 'ItemGone', 'ItemShown', 'ItemGone', 'ItemShown'],
  ])

  await show(1, 'DM')
  await channels()
  const rows = await k.query('select * from access order by id')
  await rebuild({ store, postgres: k.postgres, table, signal: new AbortController().signal })
  expect(await k.query('select * from access order by id')).toEqual(rows)
})
