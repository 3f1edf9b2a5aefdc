import { expect, test } from 'vitest'
import { byId } from '#domain/by-id.ts'
import { pastTrees } from '../../backend/queries/past/trees.ts'
import { eventOf } from '../api/appended.ts'
import { memoryStore } from '../memory-store.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

test('a tree of any moment is that of its stream up to there, in whatever order moments are asked for', async () => {
  const store = memoryStore()
  const [campaignId, collectionId, userId] = [id(1), id(2), id(3)]
  const made = { campaignId, collectionId, userId, name: '0', parentCollectionId: null, visibility: 'CAMPAIGN' }
  const renamed = Array.from({ length: 4_999 }, (_, n) =>
    eventOf('CollectionRenamed', { campaignId, collectionId, name: String(n + 1) }, userId),
  )
  await store.append(`collections-${campaignId}`, [eventOf('CollectionCreated', made, userId), ...renamed], 'none')
  const { events } = await store.read(`collections-${campaignId}`, { limit: 10_000 })
  let reads = 0
  const counting: typeof store.read = (...asked) => {
    reads++
    return store.read(...asked)
  }
  const treeAt = pastTrees({ read: counting })
  const nameAt = async (n: number) =>
    byId((await treeAt(campaignId, events[n]?.position ?? 0n)).folders, collectionId)?.name
  for (const n of [4_999, 0, 2_500, 2_501, 4_000, 1]) expect(await nameAt(n)).toBe(String(n))
  const before = reads
  expect(await nameAt(2_500)).toBe('2500')
  expect(reads).toBe(before)
  expect((await treeAt(id(9), 100n)).folders.some((some) => some)).toBe(false)
})
