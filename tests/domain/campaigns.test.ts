import { describe, expect, it } from 'vitest'
import { CampaignName, type campaignEvents, campaigns } from '#domain/campaigns.ts'
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
    ['somebody who is in already', [created, invited(), joined()], 'already_member'],
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

describe('members', () => {
  const campaign = [created, invited(), joined()] as const
  it('change role, once', () => {
    const toDm = { type: 'ChangeMemberRole', data: { campaignId, userId: tomasz, role: 1 } } as const
    const changed: Event = { type: 'MemberRoleChanged', data: { campaignId, userId: tomasz, role: 1 } }
    givenCampaign(...campaign)
      .when(toDm)
      .emits(changed)
    givenCampaign(...campaign, changed)
      .when(toDm)
      .emitsNothing()
  })
  it.each([
    { type: 'RemoveMember', data: { campaignId, userId: ines } },
    { type: 'LeaveCampaign', data: { campaignId, userId: ines } },
    { type: 'ChangeMemberRole', data: { campaignId, userId: ines, role: 2 } },
  ] as const)('the owner stays: $type', (command) =>
    givenCampaign(...campaign)
      .when(command)
      .rejects('owner_stays'),
  )
  it('are not somebody who never joined', () =>
    givenCampaign(...campaign)
      .when({ type: 'RemoveMember', data: { campaignId, userId: petra } })
      .rejects('member_not_found'))
  it('may join again after they left', () =>
    givenCampaign(...campaign, { type: 'MemberLeft', data: { campaignId, userId: tomasz } })
      .when(join)
      .emits(joined()))
  it('may be given the campaign; its owner becomes a DM', () => {
    const transfer = { type: 'TransferOwnership', data: { campaignId, newOwnerId: tomasz } } as const
    const transferred: Event = {
      type: 'OwnershipTransferred',
      data: { campaignId, newOwnerId: tomasz, oldOwnerId: ines },
    }
    givenCampaign(...campaign)
      .when(transfer)
      .emits(transferred)
    givenCampaign(...campaign, transferred)
      .when(transfer)
      .emitsNothing()
    givenCampaign(...campaign, transferred)
      .when({ type: 'LeaveCampaign', data: { campaignId, userId: ines } })
      .emits({ type: 'MemberLeft', data: { campaignId, userId: ines } })
  })
})

describe('a campaign', () => {
  it('is deleted and restored, once each', () => {
    const gone: Event = { type: 'CampaignDeleted', data: { campaignId } }
    givenCampaign(created).when({ type: 'DeleteCampaign', data: { campaignId } }).emits(gone)
    givenCampaign(created, gone).when({ type: 'DeleteCampaign', data: { campaignId } }).emitsNothing()
    givenCampaign(created, gone)
      .when({ type: 'RestoreCampaign', data: { campaignId } })
      .emits({ type: 'CampaignRestored', data: { campaignId } })
    givenCampaign(created).when({ type: 'RestoreCampaign', data: { campaignId } }).emitsNothing()
  })
  it('that is deleted takes no command but restoring', () =>
    givenCampaign(created, { type: 'CampaignDeleted', data: { campaignId } })
      .when({ type: 'RenameCampaign', data: { campaignId, name: 'x' } })
      .rejects('campaign_not_found'))
  it('without a name gets the default one', () => expect(CampaignName.parse('  ')).toBe('New Campaign'))
})
