import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { channelsOf } from '#domain/access.ts'
import type { EventStore } from '#eventstore'
import { collectionsView } from '#projections/collections.ts'
import { conjurationsView } from '#projections/conjurations.ts'
import { rebuild } from '../../backend/projections/rebuild.ts'
import { tabled } from '../../backend/projections/tabled.ts'
import { views } from '../../backend/things.ts'
import { memoryStore } from '../memory-store.ts'
import { append, fact, kernel } from './kernel.ts'

let store: EventStore
beforeEach(() => {
  store = memoryStore()
})
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
const begin = async (tables = views) => {
  const k = await kernel(store, tables)
  closing.push(k.close)
  return k
}
type Kernel = Awaited<ReturnType<typeof kernel>>

const [campaignId, elsewhere, userId, keep, attic] = Array.from({ length: 5 }, () => randomUUID()) as [
  ...[string, string, string, string, string],
]
const lore = (conjurationId: string, type: string, data: object) =>
  append(store, `conjurations-${conjurationId}`, fact(type, { conjurationId, ...data }))
const wrote = (conjurationId: string, data: object) =>
  lore(conjurationId, 'ConjurationCreated', {
    userId,
    campaignId,
    collectionId: keep,
    visibility: 'CAMPAIGN',
    name: 'L',
    description: '',
    copyOf: null,
    ...data,
  })

const counted = (k: Kernel) =>
  k.query(
    'select "campaignId", kind, key, channels, count from conjuration_counts where count <> 0 order by 1, 2, 3, 4',
  )
/** The same asked of the lore itself. */
const recounted = (k: Kernel) =>
  k.query(`select "campaignId", kind, key, channels, count(*) as count
    from conjurations l, lateral (select 'folder' as kind, coalesce("collectionId"::text, '') as key
      union all select 'tag', jsonb_array_elements_text(tags)) k
    where "campaignId" is not null and "deletedAt" is null group by 1, 2, 3, 4 order by 1, 2, 3, 4`)

it('how much lore there is by folder and tag follows whatever happens to it, in a rebuild too', {
  tags: 'long',
}, async () => {
  const k = await begin()
  const [a, b, c, d] = Array.from({ length: 4 }, () => randomUUID()) as [string, string, string, string]
  await wrote(a, { tags: ['sea', 'bell'] })
  await wrote(b, { tags: ['sea'], visibility: 'DM' })
  await wrote(c, { tags: ['bell'], collectionId: null })
  await wrote(d, { tags: ['owl'], campaignId: null, collectionId: null, visibility: 'PRIVATE' })
  k.project({ batch: 3 })
  await k.caughtUp()
  expect(await counted(k)).toEqual(await recounted(k))
  expect(await counted(k)).toHaveLength(6)

  await lore(a, 'ConjurationTagged', { tags: ['sea', 'gull'] })
  await lore(a, 'ConjurationMoved', { collectionId: attic })
  await lore(b, 'ConjurationVisibilityChanged', { visibility: 'CAMPAIGN' })
  await lore(c, 'ConjurationDeleted', { operationId: randomUUID() })
  await lore(d, 'ConjurationMovedToCampaign', { campaignId: elsewhere, collectionId: null })
  await lore(b, 'ConjurationRenamed', { name: 'Only its name' })
  await k.caughtUp()
  expect(await counted(k)).toEqual(await recounted(k))
  await lore(c, 'ConjurationRestored', {})
  await k.caughtUp()
  const now = await counted(k)
  expect(now).toEqual(await recounted(k))
  expect(now).toHaveLength(8)

  await k.query(`update conjuration_counts set count = 99`)
  await rebuild({ store, postgres: k.postgres, table: tabled(conjurationsView), signal: new AbortController().signal })
  expect(await counted(k)).toEqual(now)
})

it('in a view that stands still, what is hidden from somebody now is hidden from them', { tags: 'long' }, async () => {
  const broken = {
    ...collectionsView,
    on: {
      ...collectionsView.on,
      CollectionRenamed: () => {
        throw new Error('cannot')
      },
    },
  }
  const k = await begin(views.map((each) => (each.view === collectionsView ? tabled(broken) : each)))
  const folder = (type: string, data: object) =>
    append(store, `collections-${campaignId}`, fact(type, { campaignId, collectionId: keep, ...data }))
  const channels = async () => (await k.query<{ channels: string[] }>('select channels from collections'))[0]?.channels
  const seenBy = (visibility: 'CAMPAIGN' | 'DM') => channelsOf({ ownerId: userId, campaignId, visibility })
  await folder('CollectionCreated', { userId, name: 'Keep', parentCollectionId: null, visibility: 'PUBLIC' })
  k.project()
  await k.caughtUp()
  expect(await channels()).toEqual(seenBy('CAMPAIGN'))

  await folder('CollectionRenamed', { name: 'N' })
  await k.caughtUp()
  await folder('CollectionVisibilityChanged', { visibility: 'DM' })
  await k.caughtUp()
  expect(await channels()).toEqual(seenBy('DM'))
})
