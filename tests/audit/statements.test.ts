import { describe, expect, it } from 'vitest'
import { ledgerOf } from '#domain/ledger.ts'
import { sumsOf } from '#domain/ledger-sums.ts'
import { nameOf } from '../../backend/audit/statements/file.ts'
import { type MoneyLine, moneyTotals } from '../../backend/audit/statements/money.ts'
import type { Statement } from '../../backend/audit/statements/statement.ts'
import { type StatementFormat, writeStatement } from '../../backend/audit/statements/write.ts'
import { capture, grant, hold, recorded } from '../domain/ledger-histories.ts'

const statement = (commands: Parameters<typeof recorded>[0], words: Record<number, string> = {}): Statement => {
  const events = recorded(commands)
  const entries = ledgerOf(events).entries.map((entry) => ({ ...entry, for: words[entry.entry] ?? entry.for }))
  return {
    account: { id: '0198c0de-0000-7000-8000-000000000001', name: 'tomasz' },
    from: null,
    through: '2026-12-01T00:00:00.000Z',
    entries,
    chain: { length: 7, head: 'ab'.repeat(32) },
    money: { lines: [], totals: [] },
    issue: { at: '2026-12-01T09:00:00.000Z', installation: 'https://lore.example.org', issuer: null, key: 'k1' },
    sums: sumsOf(events, { from: 0, to: events.length, by: 'source' }),
  }
}
const few = [grant(1, 100), hold([1, 8]), capture(1)]
const made = (format: StatementFormat, of: Statement) => writeStatement(format, of, async () => undefined)
const rowsOf = async (of: Statement) => String(await made('csv', of)).split('\r\n')

describe('a statement as CSV', () => {
  it('has a row for each entry, numbers as numbers', async () => {
    const [head, , held, captured, end] = await rowsOf(statement(few))
    expect(head).toMatch(/^\uFEFFEntry,Time \(UTC\),Kind,For,Credits,/)
    expect(held).toContain(',Hold,Work 1,8,0,8,100,92,0,,image-edits,')
    expect(captured).toContain(',Capture,Work 1,-8,-8,0,92,92,0,,')
    expect(end).toBe('')
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1'])('%j is no formula', async (words) => {
    const text = String(await made('csv', statement(few, { 2: words })))
    expect(text).toMatch(/Hold,"?'/)
    expect(text).not.toContain(`,${words},`)
  })

  it('quotes what would end a cell', async () =>
    expect((await rowsOf(statement(few, { 2: 'Bell, "fifth"' })))[2]).toContain(',"Bell, ""fifth""",'))
})

it('as JSON lines it says what it is of, with its sums and its chain, and then each entry', async () => {
  const of = statement(few)
  const [first, ...lines] = String(await made('jsonl', of))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(first).toMatchObject({ line: 'statement', version: 1, chain: of.chain, sums: { total: { closing: 92 } } })
  expect(lines).toEqual(of.entries.map((entry) => ({ line: 'entry', ...entry })))
})

describe('a statement as PDF', () => {
  const long = statement(Array.from({ length: 90 }, (_, n) => grant(n, 1)))

  it('is the same bytes each time', async () => expect(await made('pdf', long)).toEqual(await made('pdf', long)))
  it('has as many pages as it needs', async () => {
    const pages = async (of: Statement) => String(await made('pdf', of)).match(/\/Type \/Page\b(?!s)/g)?.length
    expect([await pages(statement([])), await pages(long)]).toEqual([1, 3])
  })
})

describe('the money of a statement', () => {
  const payment: MoneyLine = {
    at: '2026-11-02T10:00:00.000Z',
    kind: 'payment',
    for: '250 credits',
    amount: 1_190,
    tax: 190,
    currency: 'USD',
    paymentId: 'pi_1',
    returnId: null,
    document: 'R-2026-000001',
    card: 'visa 4242',
  }
  const refund: MoneyLine = { ...payment, kind: 'refund', amount: -595, tax: -95, returnId: 're_1' }
  const lines = [payment, refund]
  const of = { ...statement(few), money: { lines, totals: moneyTotals(lines) } }

  it('is summed per currency, with the tax that remains', () => {
    const euros = { ...payment, currency: 'EUR', amount: 100, tax: 0 }
    expect(moneyTotals([...lines, euros])).toEqual([
      { currency: 'USD', paid: 1_190, returned: 595, net: 595, tax: 95 },
      { currency: 'EUR', paid: 100, returned: 0, net: 100, tax: 0 },
    ])
  })

  it('is a CSV with a row for each movement, in units of the currency', async () => {
    const [, first, second] = String(await made('money', of)).split('\r\n')
    expect(first).toBe('2026-11-02T10:00:00.000Z,Payment,250 credits,11.9,1.9,USD,pi_1,,R-2026-000001,visa 4242')
    expect(second).toContain(',Refund,250 credits,-5.95,-0.95,USD,pi_1,re_1,')
  })

  it('is a line each among JSON lines, and pages of its own in the PDF', async () => {
    const parsed = String(await made('jsonl', of))
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text))
    expect(parsed.slice(0, 3)).toMatchObject([{ totals: of.money.totals }, { line: 'money' }, { line: 'money' }])
    const pages = async (each: Statement) => String(await made('pdf', each)).match(/\/Type \/Page\b(?!s)/g)?.length
    expect([await pages(statement(few)), await pages(of)]).toEqual([1, 2])
  })
})

it('tells how far it is', async () => {
  const heard: number[] = []
  await writeStatement('csv', statement(Array.from({ length: 1_200 }, (_, n) => grant(n, 1))), async (done, total) => {
    heard.push(done / total)
  })
  expect(heard).toEqual([500 / 1200, 1000 / 1200])
})

describe('the file name of a statement', () => {
  const parts = { from: null, through: '2026-11-29T00:00:00.000Z', format: 'csv' as const }
  const id = '019a0000-0000-7000-8000-0000a1b2c3d4'

  it('carries the person and the end of the id, since people who signed up in one minute share its beginning', () => {
    expect(nameOf({ ...parts, accountId: id, accountName: 'Ines Vale' })).toBe(
      'ledger-Ines-Vale-a1b2c3d4-beginning-2026-11-29.csv',
    )
    expect(nameOf({ ...parts, accountId: id, accountName: '../Łukasz: „Wren“' })).toBe(
      'ledger-Łukasz-Wren-a1b2c3d4-beginning-2026-11-29.csv',
    )
    expect(nameOf({ ...parts, accountId: id, accountName: '' })).toBe('ledger-a1b2c3d4-beginning-2026-11-29.csv')
  })
})
