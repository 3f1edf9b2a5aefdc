import { describe, expect, it } from 'vitest'
import { CampaignName, type campaignEvents, campaignFileLimit, campaigns } from '#domain/campaigns.ts'
import type { MessageOf } from '#domain/decider.ts'
import { given } from '../given.ts'

type Event = MessageOf<typeof campaignEvents>

const id = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`
const [campaignId, ines, tomasz, petra, inviteId] = [id(1), id(2), id(3), id(4), id(5)]
const now = '2026-11-21T20:00:00.000Z'

const created: Event = {
  type: 'CampaignCreated',
  data: {
    campaignId,
    ownerId: ines,
    name: 'The Drowned Bells',
    description: '',
    rpgSystemCode: 'D&D',
    publicAdventureCode: null,
  },
}
const invited = (expiresAt: string | null = null): Event => ({
  type: 'InvitationCreated',
  data: { campaignId, inviteId, createdBy: ines, expiresAt },
})
const invitedBy = (createdBy: string, inviteId: string): Event => ({
  type: 'InvitationCreated',
  data: { campaignId, inviteId, createdBy, expiresAt: null },
})
const revoked = (inviteId: string): Event => ({ type: 'InvitationRevoked', data: { campaignId, inviteId } })
const joined = (userId = tomasz): Event => ({ type: 'MemberJoined', data: { campaignId, userId, role: 2, inviteId } })
const join = { type: 'JoinCampaign', data: { campaignId, inviteId, userId: tomasz, now } } as const
const givenCampaign = given(campaigns)

describe('joining', () => {
  it('makes whoever has an invitation a player', () => givenCampaign(created, invited()).when(join).emits(joined()))
  it.each([
    ['an invitation that never was', [created], 'invitation_not_found'],
    [
      'a revoked one',
      [created, invited(), { type: 'InvitationRevoked', data: { campaignId, inviteId } }],
      'invitation_revoked',
    ],
    ['an expired one', [created, invited('2026-11-21T19:59:59.000Z')], 'invitation_expired'],
    [
      'a deleted campaign',
      [created, invited(), { type: 'CampaignDeleted', data: { campaignId } }],
      'campaign_not_found',
    ],
  ] as [string, Event[], string][])('refuses %s', (_what, history, code) =>
    givenCampaign(...history)
      .when(join)
      .rejects(code),
  )
})

it('joining twice decides nothing, even by an invitation that lets nobody else in', () => {
  givenCampaign(created, invited(), joined()).when(join).emitsNothing()
  givenCampaign(created, invited(), joined(), { type: 'InvitationRevoked', data: { campaignId, inviteId } })
    .when(join)
    .emitsNothing()
})

describe('members', () => {
  const campaign = [created, invited(), joined()] as const
  const dm = (userId: string): Event => ({ type: 'MemberRoleChanged', data: { campaignId, userId, role: 1 } })
  it('change role, once', () => {
    const toDm = { type: 'ChangeMemberRole', data: { campaignId, userId: tomasz, role: 1, by: ines } } as const
    const changed = dm(tomasz)
    givenCampaign(...campaign)
      .when(toDm)
      .emits(changed)
    givenCampaign(...campaign, changed)
      .when(toDm)
      .emitsNothing()
  })
  it.each([
    { type: 'RemoveMember', data: { campaignId, userId: ines, by: ines } },
    { type: 'LeaveCampaign', data: { campaignId, userId: ines } },
    { type: 'ChangeMemberRole', data: { campaignId, userId: ines, role: 2, by: ines } },
  ] as const)('the owner stays: $type', (command) =>
    givenCampaign(...campaign)
      .when(command)
      .rejects('owner_stays'),
  )
  it('are not somebody who never joined', () =>
    givenCampaign(...campaign)
      .when({ type: 'RemoveMember', data: { campaignId, userId: petra, by: ines } })
      .rejects('member_not_found'))
  it.each([
    ['a DM removes a Player', dm(petra), tomasz, petra, undefined],
    ['the owner removes a DM', dm(tomasz), tomasz, ines, undefined],
    ['a DM removes no DM', dm(tomasz), tomasz, tomasz, 'only_campaign_owner'],
    ['a Player removes nobody', joined(petra), petra, tomasz, 'only_dm'],
  ] as const)('%s', (_rule, event, userId, by, refusal) => {
    const asked = givenCampaign(...campaign, joined(petra), event).when({
      type: 'RemoveMember',
      data: { campaignId, userId, by },
    })
    if (refusal) asked.rejects(refusal)
    else asked.emits({ type: 'MemberRemoved', data: { campaignId, userId } }, revoked(inviteId))
  })
  it('who are removed take along the invitation they came by and those they gave out, and no older one lets them in', () => {
    const remove = { type: 'RemoveMember', data: { campaignId, userId: tomasz, by: ines } } as const
    const gone: Event = { type: 'MemberRemoved', data: { campaignId, userId: tomasz } }
    const [given, other, later] = [invitedBy(tomasz, id(20)), invitedBy(ines, id(21)), invitedBy(ines, id(22))]
    givenCampaign(...campaign, dm(tomasz), given, other)
      .when(remove)
      .emits(gone, revoked(inviteId), revoked(id(20)))
    const history = [...campaign, given, other, gone, revoked(inviteId), revoked(id(20)), later]
    givenCampaign(...history)
      .when({ type: 'JoinCampaign', data: { ...join.data, inviteId: id(21) } })
      .rejects('removed_from_campaign')
    givenCampaign(...history)
      .when({ type: 'JoinCampaign', data: { ...join.data, inviteId: id(21), userId: petra } })
      .emits({ type: 'MemberJoined', data: { campaignId, userId: petra, role: 2, inviteId: id(21) } })
    givenCampaign(...history)
      .when({ type: 'JoinCampaign', data: { ...join.data, inviteId: id(22) } })
      .emits({ type: 'MemberJoined', data: { campaignId, userId: tomasz, role: 2, inviteId: id(22) } })
  })
  it.each([
    { type: 'ChangeMemberRole', data: { campaignId, userId: tomasz, role: 1, by: tomasz } },
    { type: 'TransferOwnership', data: { campaignId, newOwnerId: tomasz, by: tomasz } },
    { type: 'DeleteCampaign', data: { campaignId, by: tomasz } },
    { type: 'RestoreCampaign', data: { campaignId, by: tomasz } },
  ] as const)('nobody but the owner may: $type', (command) =>
    givenCampaign(...campaign, dm(tomasz))
      .when(command)
      .rejects('only_campaign_owner'),
  )
  it('may join again after they left', () =>
    givenCampaign(...campaign, { type: 'MemberLeft', data: { campaignId, userId: tomasz } })
      .when(join)
      .emits(joined()))
  it('may be given the campaign; its owner becomes a DM', () => {
    const transfer = { type: 'TransferOwnership', data: { campaignId, newOwnerId: tomasz, by: ines } } as const
    const transferred: Event = {
      type: 'OwnershipTransferred',
      data: { campaignId, newOwnerId: tomasz, oldOwnerId: ines },
    }
    givenCampaign(...campaign)
      .when(transfer)
      .emits(transferred)
    givenCampaign(...campaign, transferred)
      .when({ type: 'TransferOwnership', data: { campaignId, newOwnerId: tomasz, by: tomasz } })
      .emitsNothing()
    givenCampaign(...campaign, transferred)
      .when({ type: 'TransferOwnership', data: { campaignId, newOwnerId: petra, by: ines } })
      .rejects('only_campaign_owner')
    givenCampaign(...campaign, transferred)
      .when({ type: 'LeaveCampaign', data: { campaignId, userId: ines } })
      .emits({ type: 'MemberLeft', data: { campaignId, userId: ines } })
  })
})

describe('a campaign', () => {
  it('is deleted and restored, once each', () => {
    const gone: Event = { type: 'CampaignDeleted', data: { campaignId } }
    const remove = { type: 'DeleteCampaign', data: { campaignId, by: ines } } as const
    const restore = { type: 'RestoreCampaign', data: { campaignId, by: ines } } as const
    givenCampaign(created).when(remove).emits(gone)
    givenCampaign(created, gone).when(remove).emitsNothing()
    givenCampaign(created, gone).when(restore).emits({ type: 'CampaignRestored', data: { campaignId } })
    givenCampaign(created).when(restore).emitsNothing()
  })
  it('that is deleted takes no command but restoring', () =>
    givenCampaign(created, { type: 'CampaignDeleted', data: { campaignId } })
      .when({ type: 'RenameCampaign', data: { campaignId, name: 'x' } })
      .rejects('campaign_not_found'))
  it('without a name gets the default one', () => expect(CampaignName.parse('  ')).toBe('New Campaign'))
})

describe('files', () => {
  const fileId = id(6)
  const file = { fileId, name: 'map.pdf', key: 'k', mime: 'application/pdf', size: 9 }
  const added: Event = { type: 'CampaignFileAdded', data: { campaignId, addedBy: tomasz, file } }
  const removed: Event = { type: 'CampaignFileRemoved', data: { campaignId, fileId } }
  const campaign = [created, invited(), joined(), joined(petra)] as const
  const remove = (by: string) => ({ type: 'RemoveCampaignFile', data: { campaignId, fileId, by } }) as const

  it('are added by members, once', () => {
    const add = { type: 'AddCampaignFile', data: added.data } as const
    givenCampaign(...campaign)
      .when(add)
      .emits(added)
    givenCampaign(...campaign, added)
      .when(add)
      .emitsNothing()
    givenCampaign(created).when(add).rejects('campaign_not_found')
  })
  it('are as many as a campaign holds; one that was removed makes room', () => {
    const full = Array.from(
      { length: campaignFileLimit },
      (_, n): Event => ({
        type: 'CampaignFileAdded',
        data: { campaignId, addedBy: tomasz, file: { ...file, fileId: id(100 + n) } },
      }),
    )
    const add = { type: 'AddCampaignFile', data: added.data } as const
    givenCampaign(...campaign, ...full)
      .when(add)
      .rejects('too_many_files', { limit: campaignFileLimit })
    givenCampaign(...campaign, ...full, { type: 'CampaignFileRemoved', data: { campaignId, fileId: id(100) } })
      .when(add)
      .emits(added)
  })
  it('are deleted forever by who added them alone, once, and only out of the Trash', () => {
    const purge = (by: string | null) => ({ type: 'PurgeCampaignFile', data: { campaignId, fileId, by } }) as const
    const purged: Event = { type: 'CampaignFilePurged', data: { campaignId, fileId, key: 'k' } }
    for (const by of [tomasz, null]) {
      givenCampaign(...campaign, added, removed)
        .when(purge(by))
        .emits(purged)
      givenCampaign(...campaign, added)
        .when(purge(by))
        .rejects('purge_not_in_trash')
    }
    // DMs and the owner remove it and bring it back, and destroy nobody's work.
    givenCampaign(...campaign, added, removed)
      .when(purge(ines))
      .rejects('only_owner_purges')
    const gone = givenCampaign(...campaign, added, removed, purged)
    gone.when(purge(tomasz)).emitsNothing()
    gone.when({ type: 'RestoreCampaignFile', data: { campaignId, fileId, by: tomasz } }).rejects('file_not_found')
  })
  it.each([
    ['who added them', tomasz],
    ['DMs', ines],
  ])('are removed by %s', (_who, by) =>
    givenCampaign(...campaign, added)
      .when(remove(by))
      .emits(removed),
  )
  it('come back for those who could remove them, once, while there is room', () => {
    const restore = (by: string) => ({ type: 'RestoreCampaignFile', data: { campaignId, fileId, by } }) as const
    const restored: Event = { type: 'CampaignFileRestored', data: { campaignId, fileId } }
    for (const by of [tomasz, ines])
      givenCampaign(...campaign, added, removed)
        .when(restore(by))
        .emits(restored)
    givenCampaign(...campaign, added, removed)
      .when(restore(petra))
      .rejects('forbidden')
    givenCampaign(...campaign, added, removed, restored)
      .when(restore(tomasz))
      .emitsNothing()
    const others = Array.from(
      { length: campaignFileLimit },
      (_, n): Event => ({
        type: 'CampaignFileAdded',
        data: { campaignId, addedBy: tomasz, file: { ...file, fileId: id(100 + n) } },
      }),
    )
    givenCampaign(...campaign, added, removed, ...others)
      .when(restore(tomasz))
      .rejects('too_many_files', { limit: campaignFileLimit })
  })
  it('are not removed by other members, nor twice', () => {
    givenCampaign(...campaign, added)
      .when(remove(petra))
      .rejects('forbidden')
    givenCampaign(...campaign, added, removed)
      .when(remove(tomasz))
      .emitsNothing()
    givenCampaign(...campaign)
      .when(remove(ines))
      .rejects('file_not_found')
  })
  it('are not removed by who added them once they belong to the campaign no more', () =>
    givenCampaign(...campaign, added, { type: 'MemberLeft', data: { campaignId, userId: tomasz } })
      .when(remove(tomasz))
      .rejects('campaign_not_found'))
})
