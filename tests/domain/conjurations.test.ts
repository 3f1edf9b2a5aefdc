import { describe, expect, it } from 'vitest'
import { ConjurationTags } from '#domain/conjuration-words.ts'
import { type conjurationEvents, conjurations } from '#domain/conjurations.ts'
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
const givenConjuration = given(conjurations)

describe('lore', () => {
  it('is made once', () => {
    givenConjuration()
      .when({ type: 'CreateConjuration', data: created.data as never })
      .emits(created)
    givenConjuration(created)
      .when({ type: 'CreateConjuration', data: created.data as never })
      .emitsNothing()
  })
  it('changes field by field, so that two people who edit different fields both win', () => {
    givenConjuration(created)
      .when({ type: 'RenameConjuration', data: { conjurationId, name: 'Hesper' } })
      .emits({ type: 'ConjurationRenamed', data: { conjurationId, name: 'Hesper' } })
    givenConjuration(created, { type: 'ConjurationRenamed', data: { conjurationId, name: 'Hesper' } })
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
  ])('does nothing when it is so already: $type', (command) => givenConjuration(created).when(command).emitsNothing())

  it('is restored to a version as one event, and not to what it is', () => {
    const version = { conjurationId, revision: 0, name: 'Hesper', description: '', tags: [] }
    givenConjuration(created)
      .when({ type: 'RestoreConjurationVersion', data: version })
      .emits({ type: 'ConjurationVersionRestored', data: version })
    givenConjuration(created)
      .when({
        type: 'RestoreConjurationVersion',
        data: { ...version, name: data.name, description: data.description, tags: [...data.tags] },
      })
      .emitsNothing()
  })
  it('says which picture stands for it, once', () => {
    const set = (n: number) => ({ type: 'SetPrimaryImage', data: { conjurationId, imageId: id(n) } }) as const
    const said = (n: number): Event => ({ type: 'ConjurationPrimaryImageSet', data: set(n).data })
    givenConjuration(created).when(set(6)).emits(said(6))
    givenConjuration(created, said(6)).when(set(6)).emitsNothing()
    givenConjuration(created, said(6), said(7)).when(set(6)).emits(said(6))
    givenConjuration(created, deleted).when(set(6)).rejects('conjuration_not_found')
  })
  it('is pinned once, stays so within its campaign, and comes unpinned to another', () => {
    const pin = (isPinned: boolean) => ({ type: 'PinConjuration', data: { conjurationId, isPinned } }) as const
    const [pinned, unpinned]: Event[] = [
      { type: 'ConjurationPinned', data: { conjurationId } },
      { type: 'ConjurationUnpinned', data: { conjurationId } },
    ]
    const place = { conjurationId, collectionId }
    const moved: Event = { type: 'ConjurationMoved', data: { ...place, fromCollectionId: null } }
    const left: Event = {
      type: 'ConjurationMovedToCampaign',
      data: { ...place, campaignId: id(9), fromCampaignId: campaignId },
    }
    givenConjuration(created)
      .when(pin(true))
      .emits(pinned as Event)
    givenConjuration(created, pinned as Event, moved)
      .when(pin(true))
      .emitsNothing()
    givenConjuration(created, pinned as Event)
      .when(pin(false))
      .emits(unpinned as Event)
    givenConjuration(created, pinned as Event, left)
      .when(pin(false))
      .emitsNothing()
    givenConjuration(created, deleted).when(pin(true)).rejects('conjuration_not_found')
    // Taking a move back pins it again, unless it was unpinned before.
    const back = { type: 'MoveConjurationToCampaign', data: { ...place, campaignId } } as const
    const words = { name: data.name, description: data.description, tags: [...data.tags] }
    const returned: Event = {
      type: 'ConjurationMovedToCampaign',
      data: { ...place, campaignId, fromCampaignId: id(9), words },
    }
    givenConjuration(created, pinned as Event, left)
      .when(back)
      .emits(returned, pinned as Event)
    for (const before of [[], [pinned as Event, unpinned as Event]])
      givenConjuration(created, ...before, left)
        .when(back)
        .emits(returned)
  })
  it('says where it was moved from', () =>
    givenConjuration(created)
      .when({ type: 'MoveConjuration', data: { conjurationId, collectionId } })
      .emits({ type: 'ConjurationMoved', data: { conjurationId, collectionId, fromCollectionId: null } }))
  it('is deleted once, and hidden from every command but restoring', () => {
    const remove = { type: 'DeleteConjuration', data: { conjurationId, operationId } } as const
    givenConjuration(created).when(remove).emits(deleted)
    givenConjuration(created, deleted).when(remove).emitsNothing()
    givenConjuration(created, deleted)
      .when({ type: 'RenameConjuration', data: { conjurationId, name: 'x' } })
      .rejects('conjuration_not_found')
    givenConjuration(created, deleted)
      .when({ type: 'RestoreConjuration', data: { conjurationId, operationId } })
      .emits({ type: 'ConjurationRestored', data: { conjurationId, campaignId, operationId } })
  })
  it('is discarded while nothing is written in it, and only then', () => {
    const discard = { type: 'DiscardConjuration', data: { conjurationId, operationId } } as const
    const blank: Event = {
      type: 'ConjurationCreated',
      data: { ...data, name: '', description: '', tags: [] },
    }
    givenConjuration(blank).when(discard).emits(deleted)
    givenConjuration(blank, deleted).when(discard).emitsNothing()
    const restored: Event = { type: 'ConjurationRestored', data: { conjurationId, campaignId, operationId } }
    givenConjuration(blank, deleted, restored).when(discard).emitsNothing()
    givenConjuration(created).when(discard).emitsNothing()
    for (const written of [
      { type: 'ConjurationRenamed', data: { conjurationId, name: 'Hesper' } },
      { type: 'ConjurationDescribed', data: { conjurationId, description: 'A liar.' } },
      { type: 'ConjurationTagged', data: { conjurationId, tags: ['npc'] } },
      { type: 'ConjurationCopied', data: { conjurationId, copyId: id(8) } },
    ] as const)
      givenConjuration(blank, written as Event)
        .when(discard)
        .emitsNothing()
  })
  it('is not made with the id of somebody else’s', () =>
    givenConjuration(created)
      .when({ type: 'CreateConjuration', data: { ...created.data, userId: id(6) } as never })
      .rejects('conjuration_exists'))
  it('is restored by the operation that deleted it, and no other', () =>
    givenConjuration(created, deleted)
      .when({ type: 'RestoreConjuration', data: { conjurationId, operationId: id(7) } })
      .emitsNothing())
  it('leaves its campaign', () =>
    givenConjuration(created)
      .when({ type: 'MoveConjurationToCampaign', data: { conjurationId, campaignId: null, collectionId: null } })
      .emits({
        type: 'ConjurationMovedToCampaign',
        data: {
          conjurationId,
          campaignId: null,
          fromCampaignId: campaignId,
          collectionId: null,
          words: { name: created.data.name, description: created.data.description, tags: created.data.tags },
        },
      }))
  it('keeps each tag once, whatever its case, and no empty one', () =>
    expect(ConjurationTags.parse(['Tide', ' tide ', '', 'bell'])).toEqual(['Tide', 'bell']))
  it('keeps a tag without the sign that it was typed with', () =>
    expect(ConjurationTags.parse(['#npc', '# Tide', '＃bell', '#', 'C#', 'npc'])).toEqual([
      'npc',
      'Tide',
      'bell',
      'C#',
    ]))
})

describe('changes that are decided as one', () => {
  const rename = { type: 'RenameConjuration', data: { conjurationId, name: 'Hesper' } } as const
  const renamed = { type: 'ConjurationRenamed', data: rename.data } as const
  const see = (visibility: 'PRIVATE' | 'DM' | 'CAMPAIGN') =>
    ({ type: 'ChangeConjurationVisibility', data: { conjurationId, visibility } }) as const
  const seen = (visibility: 'PRIVATE' | 'DM' | 'CAMPAIGN') =>
    ({ type: 'ConjurationVisibilityChanged', data: { conjurationId, visibility } }) as const
  const showPast = (isShown: boolean) => ({ type: 'ShowConjurationPast', data: { conjurationId, isShown } }) as const
  const pastShown = { type: 'ConjurationPastShown', data: { conjurationId } } as const
  const pastHidden = { type: 'ConjurationPastHidden', data: { conjurationId } } as const

  it('narrow who sees it first', () => givenConjuration(created).when(rename, see('DM')).emits(seen('DM'), renamed))

  it('widen who sees it last, and then what they may read of its past', () =>
    givenConjuration(created, seen('DM'))
      .when(see('CAMPAIGN'), showPast(true), rename)
      .emits(renamed, seen('CAMPAIGN'), pastShown))

  it('close it to members first and open it to them last', () => {
    const choose = (writers: 'EDITORS' | 'MEMBERS') =>
      ({ type: 'ChooseConjurationWriters', data: { conjurationId, writers } }) as const
    const chosen = (writers: 'EDITORS' | 'MEMBERS') =>
      ({ type: 'ConjurationWritersChosen', data: { conjurationId, writers } }) as const
    givenConjuration(created).when(choose('MEMBERS'), rename).emits(renamed, chosen('MEMBERS'))
    givenConjuration(created, chosen('MEMBERS')).when(rename, choose('EDITORS')).emits(chosen('EDITORS'), renamed)
    givenConjuration(created, chosen('MEMBERS')).when(choose('MEMBERS')).emits()
    givenConjuration(created).when(choose('EDITORS')).emits()
  })

  it('hide the past first', () =>
    givenConjuration(created, pastShown).when(rename, showPast(false)).emits(pastHidden, renamed))

  it('happen all, or none of them', () =>
    givenConjuration(created, deleted).when(rename, see('DM')).rejects('conjuration_not_found'))
})
