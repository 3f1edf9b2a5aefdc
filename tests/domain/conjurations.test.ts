import { describe, expect, it } from 'vitest'
import { type conjurationEvents, conjurations, LoreTags } from '#domain/conjurations.ts'
import type { MessageOf } from '#domain/decider.ts'
import { given } from '../given.ts'

type Command = MessageOf<typeof conjurations.commands>
type Event = MessageOf<typeof conjurationEvents>

const id = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`
const [conjurationId, userId, campaignId, collectionId, operationId] = [id(1), id(2), id(3), id(4), id(5)]

const data = {
  conjurationId,
  userId,
  campaignId,
  collectionId: null,
  visibility: 'CAMPAIGN',
  name: 'Hesper Quill',
  description: 'Keeps the tide tables.',
  tags: ['character'],
  copyOf: null,
} as const
const created: Event = { type: 'ConjurationCreated', data: { ...data, tags: [...data.tags] } }
const deleted: Event = { type: 'ConjurationDeleted', data: { conjurationId, campaignId, operationId } }
const givenLore = given(conjurations)

describe('lore', () => {
  it('is made once', () => {
    givenLore()
      .when({ type: 'CreateConjuration', data: created.data as never })
      .emits(created)
    givenLore(created)
      .when({ type: 'CreateConjuration', data: created.data as never })
      .emitsNothing()
  })
  it('changes field by field, so that two people who edit different fields both win', () => {
    givenLore(created)
      .when({ type: 'RenameConjuration', data: { conjurationId, name: 'Hesper' } })
      .emits({ type: 'ConjurationRenamed', data: { conjurationId, name: 'Hesper' } })
    givenLore(created, { type: 'ConjurationRenamed', data: { conjurationId, name: 'Hesper' } })
      .when({ type: 'DescribeConjuration', data: { conjurationId, description: 'A liar.' } })
      .emits({ type: 'ConjurationDescribed', data: { conjurationId, description: 'A liar.' } })
  })
  it.each<Command>([
    { type: 'RenameConjuration', data: { conjurationId, name: data.name } },
    { type: 'DescribeConjuration', data: { conjurationId, description: data.description } },
    { type: 'TagConjuration', data: { conjurationId, tags: [...data.tags] } },
    { type: 'ChangeConjurationVisibility', data: { conjurationId, visibility: data.visibility } },
    { type: 'MoveConjuration', data: { conjurationId, collectionId: null } },
    { type: 'MoveConjurationToCampaign', data: { conjurationId, campaignId, collectionId } },
    { type: 'RestoreConjuration', data: { conjurationId, operationId } },
  ])('does nothing when it is so already: $type', (command) => givenLore(created).when(command).emitsNothing())

  it('is restored to a version as one event, and not to what it is', () => {
    const version = { conjurationId, revision: 0, name: 'Hesper', description: '', tags: [] }
    givenLore(created)
      .when({ type: 'RestoreConjurationVersion', data: version })
      .emits({ type: 'ConjurationVersionRestored', data: version })
    givenLore(created)
      .when({
        type: 'RestoreConjurationVersion',
        data: { ...version, name: data.name, description: data.description, tags: [...data.tags] },
      })
      .emitsNothing()
  })
  it('says where it was moved from', () =>
    givenLore(created)
      .when({ type: 'MoveConjuration', data: { conjurationId, collectionId } })
      .emits({ type: 'ConjurationMoved', data: { conjurationId, collectionId, fromCollectionId: null } }))
  it('is deleted once, and hidden from every command but restoring', () => {
    const remove = { type: 'DeleteConjuration', data: { conjurationId, operationId } } as const
    givenLore(created).when(remove).emits(deleted)
    givenLore(created, deleted).when(remove).emitsNothing()
    givenLore(created, deleted)
      .when({ type: 'RenameConjuration', data: { conjurationId, name: 'x' } })
      .rejects('conjuration_not_found')
    givenLore(created, deleted)
      .when({ type: 'RestoreConjuration', data: { conjurationId, operationId } })
      .emits({ type: 'ConjurationRestored', data: { conjurationId, campaignId, operationId } })
  })
  it('is not made with the id of somebody else’s', () =>
    givenLore(created)
      .when({ type: 'CreateConjuration', data: { ...created.data, userId: id(6) } as never })
      .rejects('conjuration_exists'))
  it('is restored by the operation that deleted it, and no other', () =>
    givenLore(created, deleted)
      .when({ type: 'RestoreConjuration', data: { conjurationId, operationId: id(7) } })
      .emitsNothing())
  it('leaves its campaign', () =>
    givenLore(created)
      .when({ type: 'MoveConjurationToCampaign', data: { conjurationId, campaignId: null, collectionId: null } })
      .emits({
        type: 'ConjurationMovedToCampaign',
        data: { conjurationId, campaignId: null, fromCampaignId: campaignId, collectionId: null },
      }))
  it('keeps each tag once, whatever its case, and no empty one', () =>
    expect(LoreTags.parse(['Tide', ' tide ', '', 'bell'])).toEqual(['Tide', 'bell']))
})
