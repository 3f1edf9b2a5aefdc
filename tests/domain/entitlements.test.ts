import { describe, expect, it } from 'vitest'
import { channelsFor, channelsOf } from '#domain/access.ts'
import {
  type Entitlements,
  effectivePlan,
  enjoys,
  may,
  mayBuyInPanel,
  meets,
  type PlanTerm,
  paidPlan,
  paidTerm,
} from '#domain/entitlements.ts'
import { imageModels } from '#domain/image-catalogue.ts'
import { isImageSize, nearestSize } from '#domain/image-sizes.ts'
import { viewerAs } from '#domain/rights.ts'

const today = new Date('2026-11-21T12:00:00.000Z')
const free: Entitlements = {
  plans: [],
  complimentaryAccessThrough: null,
  minisKickstarterTier: null,
  loreloomKickstarterTier: null,
}
const term = (plan: PlanTerm['plan'], through: string | null, source: PlanTerm['source'] = 'admin'): PlanTerm => ({
  source,
  plan,
  through,
})
const paying = (...plans: PlanTerm[]): Entitlements => ({ ...free, plans })

describe('plans', () => {
  it.each([
    ['FREE', 'FREE', true],
    ['FREE', 'BASIC', false],
    ['BASIC', 'BASIC', true],
    ['BASIC', 'PRO', false],
    ['PRO', 'BASIC', true],
    ['PRO', 'PRO', true],
  ] as const)('%s meets %s: %s', (plan, required, met) => expect(meets(plan, required)).toBe(met))

  it('complimentary access is PRO to the end of its last day', () => {
    const guest = { ...free, complimentaryAccessThrough: '2026-11-21' }
    expect(effectivePlan(guest, new Date('2026-11-21T23:59:59.999Z'))).toBe('PRO')
    expect(effectivePlan(guest, new Date('2026-11-22T00:00:00.000Z'))).toBe('FREE')
  })
  it('complimentary access opens everything of PRO but battle maps', () => {
    const guest = { ...free, complimentaryAccessThrough: '2026-11-21' }
    expect(may(guest, 'tokens', today)).toBe(true)
    expect(may(guest, 'battleMaps', today)).toBe(false)
    expect(may(paying(term('PRO', null)), 'battleMaps', today)).toBe(true)
  })
  it('a plan counts up to its end and not a moment longer, whether or not anybody wrote it down', () => {
    const until = paying(term('BASIC', '2026-11-21T12:00:00.000Z'))
    expect(may(until, 'privateLore', new Date('2026-11-21T11:59:59.999Z'))).toBe(true)
    expect(may(until, 'privateLore', today)).toBe(false)
    expect(paidPlan(until, today)).toBe('FREE')
  })
  it('of two plans the better counts, until its own end', () => {
    const both = paying(term('PRO', '2026-12-01T00:00:00.000Z'), term('BASIC', null, 'preorder'))
    expect(paidPlan(both, today)).toBe('PRO')
    expect(paidPlan(both, new Date('2026-12-01T00:00:00.000Z'))).toBe('BASIC')
  })
  it('of two that are alike the longer one counts', () => {
    const [short, long] = [term('PRO', '2026-12-01T00:00:00.000Z'), term('PRO', '2027-12-01T00:00:00.000Z', 'preorder')]
    expect(paidTerm(paying(short, long), today)).toEqual(long)
    expect(paidTerm(paying(long, term('PRO', null)), today)?.through).toBeNull()
  })
})

describe('tiers', () => {
  const minis = (tier: Entitlements['minisKickstarterTier']): Entitlements => ({ ...free, minisKickstarterTier: tier })

  it.each(['generateModels', 'downloadStl'] as const)('%s is open to PRO and to every minis tier', (what) => {
    expect(enjoys(free, what, today)).toBe(false)
    expect(enjoys({ ...free, loreloomKickstarterTier: 'LEGEND' }, what, today)).toBe(false)
    expect(enjoys(paying(term('BASIC', null)), what, today)).toBe(false)
    expect(enjoys(paying(term('PRO', null)), what, today)).toBe(true)
    expect(enjoys(minis('MINI'), what, today)).toBe(true)
  })
  it('five tiers make models for nothing', () => {
    expect(enjoys(minis('LIFETIME_UNLIMITED_STL_DOWNLOADS'), 'generateModelsFree', today)).toBe(true)
    expect(enjoys(minis('PARTY_BUNDLE'), 'generateModelsFree', today)).toBe(false)
    expect(enjoys(paying(term('PRO', null)), 'generateModelsFree', today)).toBe(false)
  })
  it('six ask for a quote, and all of the minis from the day on that it opens', () => {
    expect(enjoys(minis('PARTY_BUNDLE'), 'quoteMinis', today)).toBe(true)
    expect(enjoys(minis('MINI'), 'quoteMinis', today)).toBe(false)
    const opened = new Date('2027-09-01T00:00:00.000Z')
    const main = { ...free, loreloomKickstarterTier: 'ADEPT' } as const
    expect(enjoys(main, 'quoteMinis', new Date(opened.getTime() - 1))).toBe(false)
    expect(enjoys(main, 'quoteMinis', opened)).toBe(true)
    expect(enjoys(minis('MINI'), 'quoteMinis', new Date('2027-09-01T00:00:00.000Z'))).toBe(true)
    expect(enjoys(free, 'quoteMinis', new Date('2027-09-01T00:00:00.000Z'))).toBe(false)
  })
  it('two of the product’s own keep the Story Vault for life', () => {
    expect(enjoys({ ...free, loreloomKickstarterTier: 'ETERNAL' }, 'storyVaultForLife', today)).toBe(true)
    expect(enjoys({ ...free, loreloomKickstarterTier: 'ENCHANTER' }, 'storyVaultForLife', today)).toBe(false)
  })
  it('the credits panel sells nothing to backers of the minis', () => {
    expect(mayBuyInPanel(minis('BUST'))).toBe(false)
    expect(mayBuyInPanel({ ...free, loreloomKickstarterTier: 'LEGEND' })).toBe(true)
  })
})

describe('who sees a thing', () => {
  const item = { ownerId: 'ann', campaignId: 'c', visibility: 'DM' } as const
  const viewer = (userId: string, role?: 1 | 2 | 3) => viewerAs(userId, 'c', role)

  it('sends a thing without a campaign to its owner alone', () =>
    expect(channelsOf({ ...item, campaignId: null, visibility: 'CAMPAIGN' })).toEqual(['user:ann']))
  it('gives a DM all of the campaign’s channels, and the one that is theirs as a DM', () =>
    expect(channelsFor(viewer('dora', 1))).toEqual([
      'user:dora',
      'campaign:c',
      'campaign-user:c:dora',
      'campaign-dm:c',
      'campaign-dm-user:c:dora',
    ]))
})

describe('the catalogue of image models', () => {
  it('names each model once', () => {
    expect(new Set(imageModels.map(({ id }) => id)).size).toBe(imageModels.length)
    expect(new Set(imageModels.map(({ slug }) => slug)).size).toBe(imageModels.length)
  })
  it('has one default', () => expect(imageModels.filter((model) => model.default)).toHaveLength(1))
})

describe('picture sizes', () => {
  it('are the nine of the specification', () => {
    expect(isImageSize({ width: 1216, height: 832 })).toBe(true)
    expect(isImageSize({ width: 832, height: 832 })).toBe(false)
  })
  it.each([
    [
      { width: 4000, height: 4000 },
      { width: 1024, height: 1024 },
    ],
    [
      { width: 1920, height: 1080 },
      { width: 1344, height: 768 },
    ],
    [
      { width: 300, height: 900 },
      { width: 640, height: 1536 },
    ],
  ])('nearest to %o is %o', (size, nearest) => expect(nearestSize(size)).toEqual(nearest))
})
