import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readForm } from '../../stripe/http/form.ts'
import { checked, fields, flag, integer, merged, text } from '../../stripe/http/params.ts'
import { cardOfNumber, cardOfToken, isCardNumber, paymentBy } from '../../stripe/rules/cards.ts'
import { remainingOf } from '../../stripe/rules/lines.ts'
import { nextPeriodEnd, periodEnd } from '../../stripe/rules/periods.ts'
import { deliveryPause, nextAttempt } from '../../stripe/rules/retries.ts'

const at = (iso: string) => Date.parse(`${iso}Z`) / 1_000
const said = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10)
const month = { interval: 'month', interval_count: 1 }

describe('a period', () => {
  test('of a month ends on the same day, or on the last one of a short month', () => {
    const ends = [1, 2, 3, 12].map((nth) => said(periodEnd(at('2027-01-31T12:00:00'), month, nth)))
    expect(ends).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2028-01-31'])
  })

  test('of a year that began on the 29th of February ends on the 28th, and on the 29th again in four years', () => {
    const ends = [1, 4].map((nth) =>
      said(periodEnd(at('2028-02-29T00:00:00'), { interval: 'year', interval_count: 1 }, nth)),
    )
    expect(ends).toEqual(['2029-02-28', '2032-02-29'])
  })

  test.each([
    ['day', 3, '2027-01-04'],
    ['week', 2, '2027-01-15'],
    ['month', 3, '2027-04-01'],
  ])('of %s × %i ends on %s', (interval, interval_count, end) => {
    expect(said(periodEnd(at('2027-01-01T00:00:00'), { interval, interval_count }))).toBe(end)
  })

  test('that follows is counted from the anchor', () => {
    expect(said(nextPeriodEnd(at('2027-01-31T00:00:00'), month, at('2027-02-28T00:00:00')))).toBe('2027-03-31')
  })
})

describe('what is left of a period', () => {
  const period = { start: 0, end: 1_000 }
  test.each([
    [0, 900],
    [500, 450],
    [999, 1],
    [1_000, 0],
    [2_000, 0],
    [-5, 900],
  ])('at %i is worth %i', (moment, worth) => {
    expect(remainingOf(900, period, moment)).toBe(worth)
  })
})

describe('what failed is tried again', () => {
  test('a renewal on four more days of a week', () => {
    expect([1, 2, 3, 4, 5].map((attempts) => nextAttempt(attempts, 0))).toEqual(
      [1, 3, 5, 7].map((days) => days * 86_400).concat([null as never]),
    )
  })

  test('a webhook after pauses that grow, to four hours', () => {
    expect([1, 2, 3, 30].map(deliveryPause)).toEqual([2, 4, 8, 14_400])
  })
})

describe('a test card', () => {
  const ends = (number: string, how = { setUp: false, authenticated: false }) => {
    const card = cardOfNumber(number)
    const end = card && paymentBy(card, how)
    return typeof end === 'object' ? (end.decline_code ?? end.code) : end
  }

  test.each([
    ['4242424242424242', 'taken'],
    ['4000000000000002', 'generic_decline'],
    ['4000000000009995', 'insufficient_funds'],
    ['4000000000000069', 'expired_card'],
    ['4000000000000127', 'incorrect_cvc'],
    ['4000000000000341', 'generic_decline'],
    ['4000000000000259', 'taken'],
    ['4000002500003155', 'authentication'],
    ['4000002760003184', 'authentication'],
    ['4111111111111111', undefined],
  ])('%s ends as %s', (number, end) => {
    expect(isCardNumber(number)).toBe(true)
    expect(ends(number)).toBe(end)
  })

  test('asks the person once, or always', () => {
    const setUp = { setUp: true, authenticated: false }
    expect(ends('4000002500003155', setUp)).toBe('taken')
    expect(ends('4000002760003184', setUp)).toBe('authentication')
    expect(ends('4000002760003184', { setUp: true, authenticated: true })).toBe('taken')
  })

  test('has a token as well', () => {
    expect(cardOfToken('pm_card_visa')?.number).toBe('4242424242424242')
    expect(cardOfToken('pm_card_none')).toBeUndefined()
  })

  test.each(['4242424242424241', '42', 'abcd', ''])('%j is none', (number) => expect(isCardNumber(number)).toBe(false))
})

describe('a form', () => {
  test('holds lists and records', () => {
    expect(readForm('a=1&items[0][price]=x&items[1][price]=y&expand[]=one&expand[]=two&metadata[k]=v')).toEqual({
      a: '1',
      items: [{ price: 'x' }, { price: 'y' }],
      expand: ['one', 'two'],
      metadata: { k: 'v' },
    })
  })

  test('cannot reach what it is read into', () => {
    expect(readForm('__proto__[polluted]=1')).toEqual(JSON.parse('{"__proto__":{"polluted":"1"}}'))
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  test.each([
    ['one that is too deep', `a${'[b]'.repeat(20)}=1`],
    ['one that has too many', Array.from({ length: 1_001 }, (_, at) => `f${at}=1`).join('&')],
    ['a name that is none', '[a]=1'],
  ])('is refused: %s', (_, form) => expect(() => readForm(form)).toThrow())
})

describe('parameters', () => {
  interface Known {
    name: string
    count?: number
    on?: boolean
    inner?: { deep?: string }
    other?: string
  }
  const schema = fields<Known>()(
    { name: text, count: integer.optional(), on: flag.optional(), inner: z.strictObject({ deep: text }).optional() },
    'other',
  )
  const complaint = (form: string) => {
    try {
      return checked(schema, readForm(form), 'POST /v1/things')
    } catch (error) {
      return (error as Error).message
    }
  }

  test.each([
    ['name=a&count=3&on=true', { name: 'a', count: 3, on: true }],
    ['', 'Missing required param: name.'],
    ['name=a&count=x', 'Invalid integer: x'],
    ['name=a&on=x', 'Invalid boolean: x'],
    ['name=a&colour=red', 'Received unknown parameter: colour'],
    ['name=a&inner[colour]=red', 'Received unknown parameter: inner[colour]'],
    ['name=a&other=x', 'The simulated Stripe lacks the parameter other of POST /v1/things.'],
  ])('%j: %j', (form, end) => expect(complaint(form)).toEqual(end))

  test('of metadata are merged, and taken away by an empty text', () => {
    expect(merged({ a: '1', b: '2' }, { b: '', c: '3' })).toEqual({ a: '1', c: '3' })
  })
})
