import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GlobalFonts, type PDFDocument } from '@napi-rs/canvas'
import type { Figure, LedgerEntry } from '#domain/ledger-answers.ts'
import { moneyWords } from '../audit/statements/csv.ts'
import { type MoneyLine, type MoneyTotal, unitsOf } from '../audit/statements/money.ts'
import { type Statement, words } from '../audit/statements/statement.ts'

/** A4 in points. */
export const page = { width: 595, height: 842, left: 40, right: 555, bottom: 790 }
export const ink = { text: '#241e17', quiet: '#6b6258', line: '#d9d2c5', accent: '#9a5b12' }
const family = ['Statement', 'Statement ext', 'Statement vietnamese', 'Statement cyrillic', 'sans-serif']

const fonts = dirname(fileURLToPath(import.meta.resolve('@fontsource-variable/hanken-grotesk/LICENSE')))
for (const [index, script] of ['latin', 'latin-ext', 'vietnamese', 'cyrillic-ext'].entries()) {
  const file = join(fonts, `files/hanken-grotesk-${script}-wght-normal.woff2`)
  if (existsSync(file)) GlobalFonts.registerFromPath(file, family[index])
}

type Pen = ReturnType<PDFDocument['beginPage']>
interface How {
  size?: number
  weight?: number
  color?: string
  align?: 'left' | 'right'
  /** Maximum width, in points. */
  most?: number
}

/** Writes a text, without control characters; a text that is too long ends with an ellipsis. */
export const write = (pen: Pen, text: string, x: number, y: number, how: How = {}) => {
  const { size = 8.5, weight = 400, color = ink.text, align = 'left', most } = how
  pen.font = `${weight} ${size}px ${family.map((name) => `"${name}"`).join(', ')}`
  pen.fillStyle = color
  pen.textAlign = align
  pen.fillText(most === undefined ? text : cut(pen, text.replaceAll(/\p{Cc}+/gu, ' '), most), x, y)
}

const cut = (pen: Pen, text: string, most: number): string => {
  if (pen.measureText(text).width <= most) return text
  const letters = [...text.slice(0, 200)]
  while (letters.length > 0 && pen.measureText(`${letters.join('')}…`).width > most) letters.pop()
  return `${letters.join('')}…`
}

export const rule = (pen: Pen, y: number, color = ink.line) => {
  pen.fillStyle = color
  pen.fillRect(page.left, y, page.right - page.left, 0.7)
}

const number = (value: number) => value.toLocaleString('en').replace('-', '−')
/** `16 Nov 2026`, UTC. */
export const day = (iso: string): string =>
  new Date(iso).toLocaleDateString('en-GB', { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' })
/** `16 Nov 2026 14:20:36`, UTC. */
const moment = (iso: string): string => `${day(iso)} ${iso.slice(11, 19)}`

const columns = { entry: 72, time: 82, kind: 180, for: 245, credits: 430, held: 462, balance: 505, link: 555 }

export const drawHead = (pen: Pen, y: number) => {
  const how = { size: 8, color: ink.quiet }
  const right = { ...how, align: 'right' } as const
  write(pen, 'Entry', columns.entry, y, right)
  write(pen, 'Time (UTC)', columns.time, y, how)
  write(pen, 'Kind', columns.kind, y, how)
  write(pen, 'For', columns.for, y, how)
  write(pen, 'Credits', columns.credits, y, right)
  write(pen, 'Held', columns.held, y, right)
  write(pen, 'Balance', columns.balance, y, right)
  write(pen, 'Chain link', columns.link, y, right)
  rule(pen, y + 5)
}

export const drawEntry = (pen: Pen, { kind, ...entry }: LedgerEntry, y: number) => {
  const right = { align: 'right' } as const
  write(pen, number(entry.entry), columns.entry, y, { ...right, color: ink.quiet })
  write(pen, moment(entry.at), columns.time, y)
  write(pen, words[kind], columns.kind, y)
  write(pen, entry.for, columns.for, y, { most: columns.credits - columns.for - 32 })
  write(pen, entry.change > 0 ? `+${number(entry.credits)}` : number(entry.credits), columns.credits, y, right)
  write(pen, number(entry.held), columns.held, y, right)
  write(pen, number(entry.balance), columns.balance, y, { ...right, weight: 600 })
  write(pen, entry.link?.slice(0, 8) ?? '', columns.link, y, { ...right, color: ink.quiet })
}

const figures: [Figure, string][] = [
  ['granted', 'Granted'],
  ['givenBack', 'Given back'],
  ['captured', 'Spent'],
  ['takenBack', 'Taken back'],
  ['settled', 'Owed settled'],
  ['removed', 'Removed by admins'],
]
const sources: Record<string, string> = {
  welcome: 'Welcome',
  plan: 'Plan',
  pack: 'Packs',
  admin: 'Given',
  backer: 'Backer',
  unknown: 'Unknown',
}

/** Draws the sums by source. Returns the bottom edge. */
export const drawSums = (pen: Pen, { lines, total }: Statement['sums'], top: number): number => {
  const all = [...lines, total]
  const x = (index: number) => page.right - (all.length - 1 - index) * 62
  const right = { align: 'right' } as const
  for (const [index, { key }] of all.entries())
    write(pen, sources[key] ?? 'All', x(index), top, { ...right, size: 8, color: ink.quiet })
  rule(pen, top + 5)
  const row = (y: number, name: string, value: (line: (typeof all)[number]) => number, weight = 400) => {
    write(pen, name, page.left, y, { weight })
    for (const [index, line] of all.entries()) write(pen, number(value(line)), x(index), y, { ...right, weight })
    return y + 15
  }
  let y = row(top + 19, 'Opening balance', ({ opening }) => opening)
  for (const [figure, name] of figures) {
    const sign = figure === 'granted' || figure === 'givenBack' ? 1 : -1
    y = row(y, name, (line) => 0 + sign * line.figures[figure].credits)
  }
  rule(pen, y - 10)
  y = row(y + 2, 'Closing balance', ({ closing }) => closing, 600)
  return row(y, 'Unaccounted for', ({ unaccounted }) => unaccounted)
}

/** Draws the title and details of the statement. Returns the bottom edge. */
export const drawTitle = (pen: Pen, { account, from, through, chain, sums, entries, issue }: Statement): number => {
  write(pen, 'Loreloom', page.left, 52, { size: 10, weight: 600, color: ink.accent })
  write(pen, 'Statement of credits', page.left, 80, { size: 21, weight: 600 })
  const line = (y: number, name: string, value: string) => {
    write(pen, name, page.left, y, { color: ink.quiet })
    write(pen, value, 130, y, { most: page.right - 130 })
  }
  line(106, 'Account', account.name === '' ? account.id : `${account.name} (${account.id})`)
  line(121, 'Period (UTC)', `${from === null ? 'From the beginning' : moment(from)} to ${moment(through)}`)
  line(
    136,
    'Entries',
    `${number(entries.length)}; held at the end ${number(sums.closing.held)}, owed ${number(sums.closing.owed)}`,
  )
  line(151, 'Chain', chain.head === null ? 'Nothing is linked yet' : `${number(chain.length)} links, the last is`)
  if (chain.head !== null) write(pen, chain.head, 130, 165, { size: 8, color: ink.quiet })
  const issuer = issue.issuer === null ? '' : ` by ${issue.issuer}`
  line(181, 'Issued', `${moment(issue.at)}${issuer}, ${issue.installation}; key ${issue.key}`)
  return 210
}

type MoneyRow = { line: MoneyLine } | { total: MoneyTotal }

/** Rows of the pages about money: each movement, then the totals per currency. None without payments. */
export const moneyRowsOf = ({ lines, totals }: Statement['money']): MoneyRow[] => [
  ...lines.map((line) => ({ line })),
  ...totals.map((total) => ({ total })),
]

const moneyColumns = { kind: 130, for: 190, payment: 320, amount: 480, tax: 525, currency: 555 }

/** Draws a page of payments, refunds and disputes. */
export const drawMoney = (pen: Pen, rows: readonly MoneyRow[], top: number, rowHeight: number) => {
  const right = { align: 'right' } as const
  const how = { size: 8, color: ink.quiet }
  write(pen, 'Time (UTC)', page.left, top - 20, how)
  write(pen, 'Kind', moneyColumns.kind, top - 20, how)
  write(pen, 'For', moneyColumns.for, top - 20, how)
  write(pen, 'Payment, refund or dispute', moneyColumns.payment, top - 20, how)
  write(pen, 'Amount', moneyColumns.amount, top - 20, { ...how, ...right })
  write(pen, 'Tax', moneyColumns.tax, top - 20, { ...how, ...right })
  rule(pen, top - 15)
  for (const [index, row] of rows.entries()) {
    const y = top + index * rowHeight
    if ('total' in row) drawMoneyTotal(pen, row.total, y)
    else drawMoneyLine(pen, row.line, y)
  }
}

const signed = (cents: number) => unitsOf(cents).replace('-', '−')

const drawMoneyLine = (pen: Pen, { at, kind, amount, tax, currency, ...line }: MoneyLine, y: number) => {
  const right = { align: 'right' } as const
  write(pen, moment(at), page.left, y)
  write(pen, moneyWords[kind], moneyColumns.kind, y)
  write(pen, line.for, moneyColumns.for, y, { most: moneyColumns.payment - moneyColumns.for - 8 })
  write(pen, line.returnId ?? line.paymentId, moneyColumns.payment, y, {
    size: 7.5,
    color: ink.quiet,
    most: moneyColumns.amount - moneyColumns.payment - 44,
  })
  write(pen, signed(amount), moneyColumns.amount, y, { ...right, weight: 600 })
  write(pen, signed(tax), moneyColumns.tax, y, right)
  write(pen, currency, moneyColumns.currency, y, { ...right, color: ink.quiet })
}

const drawMoneyTotal = (pen: Pen, { currency, paid, returned, net, tax }: MoneyTotal, y: number) => {
  const right = { align: 'right' } as const
  rule(pen, y - 10)
  write(pen, `Paid ${signed(paid)}, returned ${signed(returned)}, net`, page.left, y, { weight: 600 })
  write(pen, signed(net), moneyColumns.amount, y, { ...right, weight: 600 })
  write(pen, signed(tax), moneyColumns.tax, y, right)
  write(pen, currency, moneyColumns.currency, y, { ...right, color: ink.quiet })
}

export const drawFoot = (pen: Pen, { account }: Statement, number: number, of: number) => {
  rule(pen, 803)
  write(pen, `Statement of credits, ${account.id}`, page.left, 817, { size: 7.5, color: ink.quiet })
  write(pen, `Page ${number} of ${of}`, page.right, 817, { size: 7.5, color: ink.quiet, align: 'right' })
}
