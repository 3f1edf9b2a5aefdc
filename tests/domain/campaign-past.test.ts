import { describe, expect, test } from 'vitest'
import { periodsOf, sawLore, sawPicture, sawSegment, treeFor, viewerThen } from '#domain/campaign-past.ts'
import { campaigns } from '#domain/campaigns.ts'
import { collections } from '#domain/collections.ts'
import { conjurations } from '#domain/conjurations.ts'
import { stateOf } from '#domain/decider.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const [campaignId, owner, dm, player] = [id(1), id(2), id(3), id(4)]
const joined = (userId: string, role: 1 | 2) => ({
  type: 'MemberJoined',
  data: { campaignId, userId, role, inviteId: id(9) },
})
const created = {
  type: 'CampaignCreated',
  data: {
    campaignId,
    ownerId: owner,
    name: 'Bells',
    description: '',
    rpgSystemCode: 'DND5E',
    publicAdventureCode: null,
  },
}
const campaign = stateOf(campaigns, [created, joined(dm, 1), joined(player, 2)])
const as = (userId: string) => viewerThen(campaign, campaignId, userId)

const folder = (n: number, parent: number | null, over: object = {}) => ({
  type: 'CollectionCreated',
  data: {
    campaignId,
    collectionId: id(n),
    name: `Folder ${n}`,
    userId: dm,
    visibility: 'CAMPAIGN',
    parentCollectionId: parent === null ? null : id(parent),
    ...over,
  },
})
const ids = (folders: readonly { id: string }[]) => folders.map(({ id }) => Number(id.slice(-4)))

describe('a tree as somebody saw it', () => {
  const tree = stateOf(collections, [
    folder(20, null),
    folder(21, 20, { visibility: 'DM' }),
    folder(22, 21),
    folder(23, 20, { visibility: 'PRIVATE' }),
    folder(24, null),
    folder(25, 24),
    { type: 'CollectionDeleted', data: { campaignId, collectionId: id(24), rootId: id(24), operationId: id(8) } },
  ])
  const seen = (userId: string, ...hidden: number[]) => treeFor(tree, as(userId), new Set(hidden.map(id)))

  test('has what was in a folder, and not what lay in the Trash', () => {
    expect(ids(seen(dm).part(null))).toEqual([20])
    expect(ids(seen(dm).part(id(20)))).toEqual([21, 23])
    expect(seen(dm).saw(id(25))).toBe(false)
    expect(ids(seen(owner).part(id(20)))).toEqual([21])
  })

  test('hangs at the root what hung in a folder that they did not see then, or do not see now', () => {
    expect(ids(seen(player).part(null))).toEqual([20, 22])
    expect(seen(player).part(id(20))).toEqual([])
    expect(ids(seen(dm, 20).part(null))).toEqual([21, 23])
    expect(
      seen(dm, 20)
        .path(id(22))
        .map(({ name }) => name),
    ).toEqual(['Folder 21', 'Folder 22'])
  })

  test('counts and goes down by what they saw alone', () => {
    expect(seen(dm).part(null)[0]?.folders).toBe(2)
    expect(seen(player).part(null)[0]?.folders).toBe(0)
    expect(seen(dm).below(id(20))).toEqual([20, 21, 23, 22].map(id))
    expect(seen(player).below(id(21))).toEqual([])
  })

  test('is empty to who did not belong to the campaign', () => {
    expect(seen(id(7)).part(null)).toEqual([])
  })
})

describe('lore, its contents and its pictures', () => {
  const lore = (visibility: 'PRIVATE' | 'DM' | 'CAMPAIGN', over: object = {}) => ({
    ...conjurations.initial,
    exists: true,
    userId: dm,
    campaignId,
    visibility,
    ...over,
  })
  const segment = { id: id(30), type: 'STORY' as const, title: '', sortOrder: 0, deletedIn: null, images: [] }
  const picture = { userId: dm, campaignId, conjurationId: id(31), deleted: false }

  test('were seen by the visibility and the role of then, while they were there', () => {
    expect(sawLore(as(player), campaignId, lore('CAMPAIGN'))).toBe(true)
    expect(sawLore(as(player), campaignId, lore('DM'))).toBe(false)
    expect(sawLore(as(owner), campaignId, lore('DM'))).toBe(true)
    expect(sawLore(as(owner), campaignId, lore('PRIVATE'))).toBe(false)
    expect(sawLore(as(dm), campaignId, lore('PRIVATE'))).toBe(true)
    expect(sawLore(as(dm), campaignId, lore('CAMPAIGN', { deletedIn: id(8) }))).toBe(false)
    expect(sawLore(as(dm), id(5), lore('CAMPAIGN'))).toBe(false)
    expect(sawLore(as(dm), campaignId, conjurations.initial)).toBe(false)
  })

  test('that were for DMs were theirs and the owner of the lore saw them', () => {
    const kept = { ...segment, isForDms: true }
    expect(sawSegment(as(player), lore('CAMPAIGN'), kept)).toBe(false)
    expect(sawSegment(as(owner), lore('CAMPAIGN'), kept)).toBe(true)
    expect(sawSegment(as(player), lore('CAMPAIGN', { userId: player }), kept)).toBe(true)
    expect(sawSegment(as(player), lore('CAMPAIGN'), { ...kept, isForDms: false })).toBe(true)
    expect(sawSegment(as(dm), lore('CAMPAIGN'), { ...kept, deletedIn: id(8) })).toBe(false)
  })

  test('followed the lore, and without lore were for DMs', () => {
    expect(sawPicture(as(player), id(31), lore('CAMPAIGN'), picture)).toBe(true)
    expect(sawPicture(as(player), id(31), lore('CAMPAIGN'), { ...picture, conjurationId: null })).toBe(false)
    expect(sawPicture(as(owner), id(31), lore('CAMPAIGN'), { ...picture, conjurationId: id(32) })).toBe(false)
    expect(sawPicture(as(dm), id(31), lore('CAMPAIGN'), { ...picture, deleted: true })).toBe(false)
  })
})

test('somebody belonged to a campaign from when they came until they went, and not while it lay in the Trash', () => {
  const events = [
    created,
    joined(player, 2),
    { type: 'MemberLeft', data: { campaignId, userId: player } },
    joined(player, 2),
    { type: 'CampaignDeleted', data: { campaignId } },
    { type: 'CampaignRestored', data: { campaignId } },
  ]
  const steps = events.map((_, n) => ({ position: BigInt(n), state: stateOf(campaigns, events.slice(0, n + 1)) }))
  expect(periodsOf(steps, player)).toEqual([
    { from: 1n, until: 2n },
    { from: 3n, until: 4n },
    { from: 5n, until: null },
  ])
  expect(periodsOf(steps, owner)).toEqual([
    { from: 0n, until: 4n },
    { from: 5n, until: null },
  ])
})
