import { expect, test } from 'vitest'
import { authored, sharesOf } from '../../frontend/src/features/conjurations/history/text/authored.ts'
import { localMinute, momentOf } from '../../frontend/src/features/conjurations/history/text/moments.ts'

const [ines, mara] = ['00000000-0000-7000-8000-0000000000a1', '00000000-0000-7000-8000-0000000000b1'] as const
const by = (userId: string, name: string, length: number) => ({ userId, name, length, at: '2026-11-03T14:05:00.000Z' })

test('a text is shown in pieces of one author, across its formats and whatever stands among its words', () => {
  const ops = [
    { insert: 'Five ' },
    { insert: 'bells', attributes: { bold: true } },
    { insert: { divider: true } },
    { insert: '\n' },
  ]
  const { ops: marked, runs } = authored(ops, [by(ines, 'Ines', 7), by(mara, 'Mara', 4), { length: 1 }])
  expect(marked).toEqual([
    { insert: 'Five ', attributes: { run: 0 } },
    { insert: 'be', attributes: { bold: true, run: 0 } },
    { insert: 'lls', attributes: { bold: true, run: 1 } },
    { insert: { divider: true }, attributes: { run: 1 } },
    { insert: '\n', attributes: { run: 2 } },
  ])
  expect(runs.map(({ words }) => words)).toEqual(['Five be', 'lls', '\n'])
})

test('a text of which no author is told is one piece for each format', () => {
  expect(authored([{ insert: 'Five\n' }], []).ops).toEqual([{ insert: 'Five\n', attributes: { run: 0 } }])
})

test('who wrote how much counts letters, and names nobody who is not known to the reader', () => {
  const { runs } = authored([{ insert: 'abc defghi\n' }], [{ length: 4 }, by(mara, 'Mara', 6), { length: 1 }])
  expect(sharesOf(runs)).toEqual([
    { name: 'Mara', share: 6 / 9 },
    { name: '', share: 3 / 9 },
  ])
})

test('a minute that is picked takes in all that was written within it', () => {
  const picked = '2026-11-03T14:05'
  expect(localMinute(momentOf(picked) ?? '')).toBe(picked)
  expect(new Date(momentOf(picked) ?? '').getSeconds()).toBe(59)
  expect(momentOf('')).toBeUndefined()
})
