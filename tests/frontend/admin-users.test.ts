import { describe, expect, test } from 'vitest'
import type { AdminUser } from '#domain/me.ts'
import { findLinks } from '../../frontend/src/features/admin/outbox/links.ts'
import { changesOf, errorsOf, formOf } from '../../frontend/src/features/admin/users/changes.ts'
import { planNow, sourceLines, withoutGift } from '../../frontend/src/features/admin/users/plan-sources.ts'
import { shortId } from '../../frontend/src/ui/short-id.ts'

const user: AdminUser = {
  id: '0199a000-0000-7000-8000-000000000001',
  email: 'tomasz@example.com',
  name: 'tomasz',
  plan: 'PRO',
  paidPlan: 'PRO',
  subscriptionPaidThrough: '2026-12-01T23:59:59.999Z',
  plans: [{ source: 'admin', plan: 'PRO', through: '2026-12-01T23:59:59.999Z' }],
  imageCredits: 40,
  heldCredits: 8,
  role: 'user',
  banned: false,
  banReason: null,
  complimentaryAccessThrough: null,
  loreloomKickstarterTier: null,
  minisKickstarterTier: null,
  kickstarterBacker: false,
  username: 'tomasz',
  discordHandle: null,
  marketingOptIn: null,
  onboarded: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}
const form = formOf(user)

describe('Editing a user', () => {
  test('nothing changed is nothing to save', () => {
    expect(changesOf(user, form)).toEqual({})
    expect(errorsOf(user, form)).toEqual({})
  })

  test('only what changed is sent', () => {
    expect(changesOf(user, { ...form, role: 'auditor', roleReason: ' a change ' })).toEqual({
      role: { userId: user.id, role: 'auditor', reason: 'a change' },
    })
    expect(changesOf(user, { ...form, credits: 25, creditsReason: ' a bug ' })).toEqual({
      credits: { userId: user.id, credits: 25, reason: 'a bug' },
    })
  })

  test('paid through a day is to its end', () => {
    const { plan } = changesOf(user, { ...form, plan: 'BASIC', paidThrough: '2027-01-31', planReason: 'asked for it' })
    expect(plan).toEqual({
      userId: user.id,
      plan: 'BASIC',
      reason: 'asked for it',
      subscriptionPaidThrough: '2027-01-31T23:59:59.999Z',
    })
    expect(changesOf(user, { ...form, paidThrough: '', planReason: 'x' }).plan?.subscriptionPaidThrough).toBeNull()
  })

  test('Pro does not become Free', () => {
    expect(errorsOf(user, { ...form, plan: 'FREE', planReason: 'x' }).plan).toBe(
      'Consider using Basic plan instead of Free for Pro users',
    )
    const basic: AdminUser = { ...user, plans: [{ source: 'admin', plan: 'BASIC', through: null }] }
    expect(errorsOf(basic, { ...formOf(basic), plan: 'FREE', planReason: 'x' })).toEqual({})
  })

  test('another address, a tier and complimentary access are sent with their reasons', () => {
    const changed = { ...form, email: ' New@Example.com ', minisTier: 'MINI' as const, access: '2027-01-31' }
    expect(errorsOf(user, changed)).toMatchObject({
      email: 'Please provide a new email address and reason for the change',
      tierReason: expect.any(String),
      accessReason: expect.any(String),
    })
    const said = { ...changed, emailReason: 'a', tierReason: 'b', accessReason: 'c' }
    expect(errorsOf(user, said)).toEqual({})
    expect(changesOf(user, said)).toEqual({
      email: { userId: user.id, email: 'new@example.com', reason: 'a' },
      minisTier: { userId: user.id, tierType: 'minis', tier: 'MINI', reason: 'b' },
      access: { userId: user.id, through: '2027-01-31', reason: 'c' },
    })
  })

  test('what is given beside a pre-order is the admin’s own plan', () => {
    const pioneer: AdminUser = { ...user, plans: [{ source: 'preorder', plan: 'PRO', through: null }] }
    expect(formOf(pioneer)).toMatchObject({ plan: 'FREE', paidThrough: '' })
  })

  test.each([-1, 10_001, 1.5, Number.NaN])('%d credits cannot be added', (credits) => {
    expect(errorsOf(user, { ...form, credits, creditsReason: 'x' }).credits).toBeDefined()
  })

  test.each([1, 10_000])('%d credits can', (credits) => {
    expect(errorsOf(user, { ...form, credits, creditsReason: 'x' })).toEqual({})
  })

  test('plans and credits need a reason', () => {
    expect(errorsOf(user, { ...form, plan: 'BASIC', credits: 5 })).toMatchObject({
      planReason: expect.any(String),
      creditsReason: expect.any(String),
    })
  })
})

describe('Removing credits', () => {
  test('needs a reason, and is sent by itself', () => {
    expect(errorsOf(user, { ...form, removal: 5 }).creditsReason).toBeDefined()
    const given = { ...form, removal: 40, creditsReason: ' twice ' }
    expect(errorsOf(user, given)).toEqual({})
    expect(changesOf(user, given)).toEqual({ removal: { userId: user.id, credits: 40, reason: 'twice' } })
  })

  test.each([-1, 1.5, 41, Number.NaN])('%d of 40 available credits is refused', (removal) => {
    expect(errorsOf(user, { ...form, removal, creditsReason: 'x' }).removal).toBeDefined()
  })

  test('is not combined with adding', () => {
    expect(errorsOf(user, { ...form, credits: 5, removal: 5, creditsReason: 'x' }).removal).toBeDefined()
  })
})

describe('Sources of a plan', () => {
  const at = new Date('2026-11-20T12:00:00.000Z')
  const subscriber: AdminUser = {
    ...user,
    plans: [
      { source: 'subscription', plan: 'BASIC', through: '2026-12-01T12:00:00.000Z', renews: true },
      { source: 'admin', plan: 'PRO', through: '2026-11-01T12:00:00.000Z' },
    ],
    complimentaryAccessThrough: '2026-11-30',
    minisKickstarterTier: 'MINI_MASTER',
  }

  test('each has its own line with its end', () => {
    expect(sourceLines(subscriber, at).map(({ name, value }) => `${name}: ${value}`)).toEqual([
      'Subscription: Basic, renews on 1 Dec 2026',
      'Given by an admin: Pro, ended on 1 Nov 2026',
      'Pre-order: None',
      'Complimentary access: Pro, through 30 Nov 2026',
      'Loreloom tier: None',
      'Minis tier: Mini master, without an end',
    ])
    expect(planNow(subscriber, at)).toBe('Pro (paid: Basic)')
  })

  test('a payer is never called free', () => {
    expect(withoutGift(subscriber, at)).toBe('None')
    expect(withoutGift(user, at)).toBe('Free')
  })
})

describe('People', () => {
  test('ids are told apart by their ends', () => {
    expect(shortId(user.id)).toBe('00000001')
  })
})

describe('Mails in the outbox', () => {
  test('web addresses become links, without the sentence’s full stop', () => {
    expect(findLinks('Open http://x.test/auth?token=a%2Bb. Bye')).toEqual([
      { text: 'Open ', href: undefined },
      { text: 'http://x.test/auth?token=a%2Bb', href: 'http://x.test/auth?token=a%2Bb' },
      { text: '. Bye', href: undefined },
    ])
  })

  test('nothing else does', () => {
    expect(findLinks('javascript:alert(1)')).toEqual([{ text: 'javascript:alert(1)', href: undefined }])
    expect(findLinks('')).toEqual([])
  })
})
