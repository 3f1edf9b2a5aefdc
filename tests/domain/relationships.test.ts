import { describe, expect, it } from 'vitest'
import type { MessageOf } from '#domain/decider.ts'
import { graphs } from '#domain/graphs.ts'
import { RelationshipComment, type relationshipEvents, relationships } from '#domain/relationships.ts'
import { given } from '../given.ts'

const id = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`
const [relationshipId, userId, campaignId, sourceId, targetId, operationId] = [id(1), id(2), id(3), id(4), id(5), id(6)]
const data = {
  relationshipId,
  userId,
  campaignId,
  sourceId,
  targetId,
  reverseId: null,
  comment: 'pays her to look away',
}
type Event = MessageOf<typeof relationshipEvents>
const created: Event = { type: 'ConjurationRelationshipCreated', data }
const deleted: Event = { type: 'ConjurationRelationshipDeleted', data: { relationshipId, operationId } }
const givenLink = given(relationships)

describe('a link', () => {
  it('is made once', () => {
    givenLink().when({ type: 'CreateRelationship', data }).emits(created)
    givenLink(created).when({ type: 'CreateRelationship', data }).emitsNothing()
  })
  it('is nobody else’s to make again', () =>
    givenLink(created)
      .when({ type: 'CreateRelationship', data: { ...data, userId: id(9) } })
      .rejects('id_taken'))
  it('leads to something else', () =>
    givenLink()
      .when({ type: 'CreateRelationship', data: { ...data, targetId: sourceId } })
      .rejects('relationship_to_itself'))

  it('is said in other words, once', () => {
    const comment = 'owes her a boat'
    const said: Event = { type: 'ConjurationRelationshipCommented', data: { relationshipId, comment } }
    givenLink(created).when({ type: 'CommentRelationship', data: { relationshipId, comment } }).emits(said)
    givenLink(created, said).when({ type: 'CommentRelationship', data: { relationshipId, comment } }).emitsNothing()
  })
  it('is finished in at most so many words, without the spaces around them', () => {
    expect(RelationshipComment.parse('  owes  ')).toBe('owes')
    expect(RelationshipComment.safeParse('x'.repeat(501)).success).toBe(false)
    expect(
      relationships.commands.CommentRelationship.safeParse({ relationshipId, comment: ' ' }).error?.issues,
    ).toEqual([expect.objectContaining({ message: 'Please add a relationship.' })])
  })

  it('is removed once, and comes back by the act that removed it', () => {
    givenLink(created).when({ type: 'DeleteRelationship', data: { relationshipId, operationId } }).emits(deleted)
    givenLink(created, deleted)
      .when({ type: 'DeleteRelationship', data: { relationshipId, operationId: id(7) } })
      .emitsNothing()
    givenLink(created, deleted)
      .when({ type: 'RestoreRelationship', data: { relationshipId, operationId: id(7) } })
      .emitsNothing()
    givenLink(created, deleted)
      .when({ type: 'RestoreRelationship', data: { relationshipId, operationId } })
      .emits({ type: 'ConjurationRelationshipRestored', data: { relationshipId, operationId } })
  })
  it('is not changed while it is gone, or before it is there', () => {
    const comment = { type: 'CommentRelationship', data: { relationshipId, comment: 'x' } } as const
    givenLink(created, deleted).when(comment).rejects('relationship_not_found')
    givenLink().when(comment).rejects('relationship_not_found')
    givenLink()
      .when({ type: 'DeleteRelationship', data: { relationshipId, operationId } })
      .rejects('relationship_not_found')
  })
})

describe('a place in the graph', () => {
  const place = (x: number, y: number, conjurationId = sourceId) => ({ campaignId, userId: null, conjurationId, x, y })
  it('is taken once', () => {
    const placed = { type: 'GraphNodePlaced', data: place(1, -2) } as const
    given(graphs)()
      .when({ type: 'PlaceNode', data: place(1, -2) })
      .emits(placed)
    given(graphs)(placed)
      .when({ type: 'PlaceNode', data: place(1, -2) })
      .emitsNothing()
    given(graphs)(placed)
      .when({ type: 'PlaceNode', data: place(1, -2, targetId) })
      .emits({ type: 'GraphNodePlaced', data: place(1, -2, targetId) })
  })
})
