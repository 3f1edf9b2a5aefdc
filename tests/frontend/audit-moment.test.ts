import { describe, expect, it } from 'vitest'
import type { LedgerEntry } from '#domain/ledger-answers.ts'
import { entryIn, visibleEntries } from '../../frontend/src/features/audit/account/ledger-window.ts'
import { formatValue, pathOf } from '../../frontend/src/features/audit/events/values.ts'
import { describeStep } from '../../frontend/src/features/audit/events/words.ts'
import { parseMoment, withMoment } from '../../frontend/src/features/audit/moment.ts'
import { nameValue } from '../../frontend/src/features/audit/names.ts'
import { fieldOf, longDayOf, momentOf, stampOf, timeOf } from '../../frontend/src/features/audit/utc.ts'

const query = (written: string) => new URLSearchParams(written)

describe('the moment in the address', () => {
  it('is a position, which wins over a time', () =>
    expect(parseMoment(query('position=42&at=2026-11-19T21:51:03Z'))).toEqual({ position: '42' }))
  it('is a time', () =>
    expect(parseMoment(query('at=2026-11-19T21:51:03Z'))).toEqual({ at: '2026-11-19T21:51:03.000Z' }))
  it.each(['', 'position=-1', 'position=1e5', 'at=yesterday', `position=${'9'.repeat(40)}`, `position=${2n ** 63n}`])(
    'is now where it cannot be read: %s',
    (written) => expect(parseMoment(query(written))).toEqual({}),
  )
  it('takes the place of the one before, and leaves the rest', () =>
    expect(withMoment(query('tab=state&at=2026-11-19T21:51:03Z'), { position: '7' }).toString()).toBe(
      'tab=state&position=7',
    ))
  it('goes where it is now', () => expect(withMoment(query('tab=state&position=7'), {}).toString()).toBe('tab=state'))
})

describe('times on the screens of auditors', () => {
  const at = '2026-11-19T23:51:03.480Z'
  it('are in UTC', () => expect([longDayOf(at), timeOf(at)]).toEqual(['Thursday 19 November 2026', '23:51:03']))
  it('say the year where it is another', () => {
    expect(stampOf(at, Date.parse('2026-12-31T00:00:00Z'))).toBe('19 Nov 23:51:03')
    expect(stampOf(at, Date.parse('2027-01-01T00:00:00Z'))).toBe('19 Nov 2026 23:51:03')
  })
  it('are typed in UTC', () => {
    expect(momentOf(fieldOf(at))).toBe('2026-11-19T23:51:03.000Z')
    expect(momentOf('')).toBeUndefined()
  })
})

/** Entries of which the n-th stands at position 10 n. */
const entries = (from: number, to: number) =>
  Array.from(
    { length: to - from + 1 },
    (_, n) => ({ entry: from + n, position: String((from + n) * 10) }) as LedgerEntry,
  )
const answer = (from: number, to: number, total: number, entry = to) => ({ entries: entries(from, to), total, entry })
const at = (position: number) => ({ position: String(position) })

describe('the place of a moment among the entries that are there', () => {
  it('is the last entry that had happened', () => {
    expect(entryIn(answer(1, 30, 30), at(200), false)?.entry).toBe(20)
    expect(entryIn(answer(1, 30, 30), at(209), false)?.entry).toBe(20)
  })
  it('is before the first', () => expect(entryIn(answer(1, 30, 30), at(5), false)?.entry).toBe(0))
  it('is the last of all, now', () => expect(entryIn(answer(1, 30, 30), {}, false)?.entry).toBe(30))
  it('is what the server says of a time', () =>
    expect(entryIn(answer(1, 30, 30, 12), { at: '2026-11-19T21:51:03Z' }, true)?.entry).toBe(12))
  it.each([
    ['earlier', at(350)],
    ['later', at(905)],
    ['at a time', { at: '2026-11-19T21:51:03Z' }],
    ['now', {}],
  ])('is not among them: %s', (_, moment) => expect(entryIn(answer(40, 90, 500), moment, false)).toBeUndefined())
  it('comes near what is not there yet, on either side', () => {
    const near = (position: number) => entryIn(answer(40, 90, 500), at(position), false)?.isNearEnd
    expect([near(450), near(650), near(850)]).toEqual([true, false, true])
  })
  it('is near nothing at the ends of the ledger', () => {
    expect(entryIn(answer(1, 90, 500), at(10), false)?.isNearEnd).toBe(false)
    expect(entryIn(answer(40, 90, 90), at(900), false)?.isNearEnd).toBe(false)
  })
})

describe('the rows around a moment', () => {
  const shown = (entry: number) => visibleEntries(entries(1, 40), entry).map((each) => each.entry)
  it('are what led to it and three of what comes', () =>
    expect(shown(20)).toEqual([13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]))
  it('are as many at the ends', () => {
    expect(shown(2)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect(shown(40)).toEqual([30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40])
    expect(shown(0)[0]).toBe(1)
  })
})

describe('events and values in words', () => {
  it('are the product’s', () => {
    const data = { amount: 2, purpose: { label: 'Fifth bell' }, reason: 'timed_out' }
    expect(describeStep({ type: 'CreditsReleased', data })).toBe('2 credits returned for Fifth bell: timed out')
    expect(describeStep({ type: 'PlanPaid', data: { amount: 1_500, plan: 'PRO' } })).toBe('$15.00 paid for Pro')
    expect(describeStep({ type: 'PackPaid', data: { amount: 500, pack: 'PACK_250' } })).toBe(
      '$5.00 paid for 250 credits',
    )
    expect(describeStep({ type: 'UserRoleChanged', data: { role: 'auditor' } })).toBe('Became Auditor')
    expect(nameValue('plan.minisTier', 'MINI_MASTER')).toBe('Mini master')
  })
  it('do without what was forgotten, and are the event’s name where there are none', () => {
    expect(describeStep({ type: 'CreditsHeld', data: {} })).toBe('Credits held')
    expect(describeStep({ type: 'MarketingOptInChanged', data: { optIn: true } })).toBe('Marketing opt in changed')
  })
  it('name the place of a value, and the value without ids', () => {
    const id = '0d7f765e-e634-571d-9979-39ee306378b8'
    expect(pathOf('credits.balance')).toBe('Balance')
    expect(pathOf(`credits.holds.${id}`)).toBe('Holds, 306378b8')
    expect(pathOf(`memberships.${id}`)).toBe('Campaign, 306378b8')
    expect(pathOf(`memberships.${id}.role`)).toBe('Campaign, 306378b8, role')
    expect(pathOf(`sessions.latest.${id}`)).toBe('Signed in, 306378b8')
    expect(pathOf('plan.terms.admin')).toBe('Term, From an admin')
    expect(['entitlements.downloadStl', 'entitlements.nsfw'].map(pathOf)).toEqual(['Opens download STL', 'Opens NSFW'])
    expect(formatValue({ id, amount: 2, label: 'Fifth bell', through: null })).toBe('amount 2, label Fifth bell')
    expect([null, true, -25, []].map((value) => formatValue(value))).toEqual(['nothing', 'yes', '−25', 'nothing'])
  })
  it('leave the provider’s references as they are, and money is money', () => {
    const path = 'billing.payments.pi_NaYw3ZKKQnmMWKcg3nocGV33'
    expect(pathOf(`${path}.refunded`)).toBe('Payments, pi_NaYw…GV33, refunded')
    expect(formatValue(500, `${path}.refunded`)).toBe('$5.00')
    expect(formatValue({ for: 'pack', amount: 500 }, path)).toBe('for pack, amount $5.00')
    expect(formatValue(2, 'credits.holds.amount')).toBe('2')
  })
  it('tell what comes or goes as a whole in a sentence, and words of the log as people read them', () => {
    const at = '2026-11-23T14:41:40.000Z'
    expect(formatValue({ at, amount: 2, kind: 'images', label: 'Fifth bell' }, 'credits.holds.1')).toBe(
      '2 credits for Fifth bell, since 23 Nov 14:41:40',
    )
    expect(formatValue({ at, source: 'pack', amount: 250, left: 1 }, 'credits.grants.1')).toBe(
      'Pack, 23 Nov 14:41:40, 1 of 250 credits left',
    )
    const member = { id: 'c', role: 2, since: at, inTrash: true }
    expect(formatValue(member, 'memberships.c')).toBe('Player since 23 Nov 14:41:40, in the Trash')
    expect([formatValue('PRO', 'plan.effective'), formatValue('auditor', 'account.role')]).toEqual(['Pro', 'Auditor'])
    expect(formatValue({ source: 'admin', plan: 'PRO', through: null }, 'plan.terms.admin')).toBe('Pro, without an end')
    expect(formatValue({ method: 'email', since: at }, 'sessions.latest.1')).toBe('by E-mail since 23 Nov 14:41:40')
    const paid = { for: 'pack', paymentId: 'pi_1', amount: 500, refunded: 200, disputed: null }
    expect(formatValue(paid, 'billing.payments.pi_1')).toBe('$5.00 for a pack, $2.00 refunded')
    // What people wrote stays as they wrote it.
    expect(formatValue('admin', 'account.banReason')).toBe('admin')
  })
})
