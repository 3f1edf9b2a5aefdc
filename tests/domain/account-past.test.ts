import { describe, expect, it } from 'vitest'
import { type AccountEvent, evolved, nothingYet, type OwnKind } from '#domain/account-folds.ts'
import { accountStateOf } from '#domain/account-past.ts'
import { ownStep, visibleFieldsOf } from '#domain/account-steps.ts'
import { membershipOf } from '#domain/memberships.ts'
import { differencesOf } from '#domain/state-differences.ts'

const id = (n: number) => `0198c0de-0000-7000-8000-00000000000${n}`
const [userId, grantId, holdId, campaignId, other] = [1, 2, 3, 4, 5].map(id) as [string, string, string, string, string]
const at = '2026-11-19T12:00:00.000Z'
let position = 0n
const told = (kind: OwnKind | 'campaigns', type: string, data: object, when = at): AccountEvent => ({
  eventId: id(9),
  type,
  stream: `${kind}-${kind === 'campaigns' ? campaignId : userId}`,
  revision: 0,
  position: ++position,
  at: when,
  data: { ...data },
  metadata: {},
})
type Event = readonly [kind: OwnKind, type: string, data: object]
const statesAfter = (...events: Event[]) =>
  events.reduce(
    (states, [kind, type, data]) => evolved(states, kind, told(kind, type, { userId, ...data })),
    nothingYet,
  )
const nowhere = { sessions: { open: 0, latest: [] }, memberships: [] }
const accountAfter = (...events: Event[]) => accountStateOf(statesAfter(...events), nowhere, at)

const registered = ['users', 'UserRegistered', { method: 'email', role: 'user', onboarded: true }] as const
const granted = [
  'credits',
  'CreditsGranted',
  { grantId, amount: 100, source: 'welcome', comment: '', balance: 100 },
] as const
const purpose = { kind: 'images', id: other, stream: `images-${other}`, label: 'Fifth bell' }
const held = ['credits', 'CreditsHeld', { holdId, amount: 40, purpose, balance: 60 }] as const
const covered = [
  'billing',
  'PlanCovered',
  { plan: 'PRO', interval: 'MONTHLY', through: '2026-12-01T00:00:00.000Z', renews: false },
] as const

describe('an account of the past', () => {
  it('is nothing before its first event', () => {
    expect(accountAfter()).toMatchObject({ account: { registeredAt: null }, credits: { balance: 0 }, looks: 0 })
  })
  it('has what is held in its balance, and not among what may be spent', () => {
    expect(accountAfter(registered, granted, held).credits).toEqual({
      balance: 100,
      held: 40,
      available: 60,
      owed: 0,
      grants: [{ id: grantId, source: 'welcome', at, amount: 100, left: 60 }],
      holds: [{ id: holdId, at, amount: 40, kind: 'images', about: other, label: 'Fifth bell' }],
    })
  })
  it('has the better of what is paid for and what was given, and what that opens, at that moment', () => {
    const state = statesAfter(registered, covered)
    expect(accountStateOf(state, nowhere, at)).toMatchObject({
      plan: { effective: 'PRO' },
      entitlements: { battleMaps: true },
    })
    const after = accountStateOf(state, nowhere, '2026-12-02T00:00:00.000Z')
    expect(after).toMatchObject({ plan: { effective: 'FREE' }, entitlements: { battleMaps: false } })
  })
  it('is folded also where words were forgotten, and where a newer version told something', () => {
    const banned = ['users', 'UserBanned', { reason: '' }] as const
    const strange = ['credits', 'WalletEnchanted', { amount: 5 }] as const
    expect(accountAfter(registered, banned, granted, strange)).toMatchObject({
      account: { banned: true, banReason: null },
      credits: { balance: 100 },
    })
  })
})

describe('a step', () => {
  it('says what an event changed, each value as it was before and after it', () => {
    const { changes } = ownStep(statesAfter(registered, granted), 'credits', told('credits', held[1], held[2]))
    expect(changes).toEqual([
      { path: 'credits.held', before: 0, after: 40 },
      { path: 'credits.available', before: 100, after: 60 },
      { path: `credits.grants.${grantId}.left`, before: 100, after: 60 },
      { path: `credits.holds.${holdId}`, before: null, after: expect.objectContaining({ amount: 40 }) },
    ])
  })
  it('has no part in what time alone ended', () => {
    const late = told('users', 'MarketingOptInChanged', { userId, optIn: true }, '2027-01-01T00:00:00.000Z')
    const { changes } = ownStep(statesAfter(registered, covered), 'users', late)
    expect(changes).toEqual([{ path: 'account.marketingOptIn', before: null, after: true }])
  })
  it('shows of campaigns who and as what, and of what is not known nothing', () => {
    const created = told('campaigns', 'CampaignCreated', {
      campaignId,
      ownerId: userId,
      name: 'The salt road',
      rpgSystemCode: 'X',
    })
    expect(visibleFieldsOf('campaigns', created)).toEqual({ campaignId, ownerId: userId })
    expect(visibleFieldsOf('credits', told('credits', 'WalletEnchanted', { secret: 'Eel King' }))).toEqual({})
  })
  it('masks addresses that somebody wrote', () => {
    const noted = told('users', 'EmailChanged', { userId, reason: 'From ann@example.org, please' })
    expect(visibleFieldsOf('users', noted)).toEqual({ userId, reason: 'From a•••@e•••.org, please' })
  })
})

describe('differences', () => {
  it('are told by name in lists, whatever the order', () => {
    const [a, b] = [
      { id: 'a', n: 1 },
      { id: 'b', n: 2 },
    ]
    expect(differencesOf({ all: [a, b] }, { all: [b, { ...a, n: 3 }] })).toEqual([
      { path: 'all.a.n', before: 1, after: 3 },
    ])
  })
  it('are whole where something came or went', () => {
    expect(
      differencesOf(
        { cover: null, terms: [{ source: 'admin', plan: 'PRO' }] },
        { cover: { plan: 'BASIC' }, terms: [] },
      ),
    ).toEqual([
      { path: 'cover', before: null, after: { plan: 'BASIC' } },
      { path: 'terms.admin', before: { source: 'admin', plan: 'PRO' }, after: null },
    ])
  })
})

describe('a membership', () => {
  const fold = membershipOf(userId)
  const after = (...events: [type: string, data: object][]) =>
    events.reduce((known, [type, data]) => fold.evolve(known, told('campaigns', type, data)), fold.initial)
  const joined = ['MemberJoined', { userId, role: 2 }] as [string, object]

  it('is what the last event about this person made of it', () => {
    expect(after(joined).now).toMatchObject({ role: 2, inTrash: false })
    expect(after(joined, ['MemberRoleChanged', { userId, role: 1 }]).now).toMatchObject({ role: 1 })
    expect(after(joined, ['MemberRemoved', { userId: other }]).now).toMatchObject({ role: 2 })
    expect(after(joined, ['MemberRemoved', { userId }]).now).toBeNull()
    expect(after(joined, ['MemberRemoved', { userId }], joined).now).toMatchObject({ role: 2 })
  })
  it('goes with its campaign to the Trash, and comes back', () => {
    expect(after(joined, ['CampaignDeleted', {}]).now).toMatchObject({ inTrash: true })
    expect(after(joined, ['CampaignDeleted', {}], ['CampaignRestored', {}]).now).toMatchObject({ inTrash: false })
  })
  it('is given away with the campaign', () => {
    const created = ['CampaignCreated', { ownerId: userId }] as [string, object]
    expect(after(created, ['OwnershipTransferred', { newOwnerId: other, oldOwnerId: userId }]).now).toMatchObject({
      role: 1,
    })
  })
  it('steps only where it changed', () => {
    const { changes } = after(joined, ['CampaignRenamed', { name: 'X' }], ['MemberJoined', { userId: other, role: 2 }])
    expect(changes.map(({ event }) => event.type)).toEqual(['MemberJoined'])
  })
})
