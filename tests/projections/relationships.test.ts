import { describe, expect, it } from 'vitest'
import { items } from '#domain/kinds.ts'
import { accessView } from '#projections/access.ts'
import { itemOf } from '#projections/audience.ts'
import { graphPlacesView } from '#projections/graph-places.ts'
import { RelationshipRow, relationshipsView } from '#projections/relationships.ts'
import { rowsOf, stored } from './envelope.ts'

const id = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`
const [relationshipId, userId, campaignId, sourceId, targetId, operationId] = [id(1), id(2), id(3), id(4), id(5), id(6)]
const created = stored('ConjurationRelationshipCreated', {
  relationshipId,
  userId,
  campaignId,
  sourceId,
  targetId,
  reverseId: null,
  comment: 'pays her',
})
const commented = stored('ConjurationRelationshipCommented', { relationshipId, comment: 'owes her' })
const deleted = stored('ConjurationRelationshipDeleted', { relationshipId, operationId })
const restored = stored('ConjurationRelationshipRestored', { relationshipId, operationId })
const moved = (conjurationId: string) =>
  stored('ConjurationMovedToCampaign', {
    conjurationId,
    campaignId: id(7),
    fromCampaignId: campaignId,
    collectionId: null,
  })
const rows = (...events: ReturnType<typeof stored>[]) => rowsOf(relationshipsView, ...events)

describe('links', () => {
  it('hold rows of the shape they are declared to have', () =>
    expect(rows(created).map((row) => RelationshipRow.strict().parse(row))).toHaveLength(1))
  it('say what was said last', () => expect(rows(created, commented)[0]).toMatchObject({ comment: 'owes her' }))
  it('lie in the Trash, and come back', () => {
    expect(rows(created, deleted)[0]).toMatchObject({ deletedAt: deleted.at, operationId })
    expect(rows(created, deleted, restored)[0]).toMatchObject({ deletedAt: null, operationId: null })
  })
  it('go where their source goes', () => {
    expect(rows(created, moved(sourceId))[0]).toMatchObject({ campaignId: id(7) })
    expect(rows(created, moved(targetId))[0]).toMatchObject({ campaignId })
  })
  it('are seen like both of their ends', () =>
    expect(rowsOf(accessView, created)).toMatchObject([{ sameAs: sourceId, andSameAs: targetId, channels: [] }]))
})

describe('places', () => {
  const placed = (userId: string | null, x: number) =>
    stored(
      'GraphNodePlaced',
      { campaignId, userId, conjurationId: sourceId, x, y: 0 },
      { stream: `graphs-${campaignId}` },
    )
  it('are everybody’s or one’s own, one for each', () =>
    expect(
      rowsOf(graphPlacesView, placed(null, 1), placed(userId, 2), placed(null, 3)).map(({ userId, x }) => [userId, x]),
    ).toEqual([
      [userId, 2],
      [null, 3],
    ]))
  it('are told to who sees the lore, one’s own to oneself alone', () => {
    expect(itemOf(placed(null, 1), items)).toBe(sourceId)
    expect(itemOf(placed(userId, 1), items)).toBe(userId)
  })
})
