import { describe, expect, it } from 'vitest'
import { channelsFor, channelsOf } from '#domain/access.ts'
import { effectivePlan, may, meets } from '#domain/entitlements.ts'
import { imageModels } from '#domain/image-catalogue.ts'
import { isImageSize, nearestSize } from '#domain/image-sizes.ts'

const today = '2026-11-21'
const free = {
  paidPlan: 'FREE',
  complimentaryAccessThrough: null,
  minisKickstarterTier: null,
  loreloomKickstarterTier: null,
} as const

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
    expect(effectivePlan({ ...free, complimentaryAccessThrough: today }, today)).toBe('PRO')
    expect(effectivePlan({ ...free, complimentaryAccessThrough: '2026-11-20' }, today)).toBe('FREE')
  })
  it('complimentary access opens everything of PRO but battle maps', () => {
    const guest = { ...free, complimentaryAccessThrough: today }
    expect(may(guest, 'tokens', today)).toBe(true)
    expect(may(guest, 'battleMaps', today)).toBe(false)
    expect(may({ ...free, paidPlan: 'PRO' }, 'battleMaps', today)).toBe(true)
  })
})

describe('who sees a thing', () => {
  const item = { ownerId: 'ann', campaignId: 'c', visibility: 'DM' } as const
  const viewer = (userId: string, role?: 1 | 2 | 3) => ({ userId, roles: role ? { c: role } : {} })

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
