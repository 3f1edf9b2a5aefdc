import { describe, expect, test } from 'vitest'
import { layOut, type Paper, papers, stripHeight } from '../../frontend/src/standees/layout.ts'
import { literal, writePdf } from '../../frontend/src/standees/pdf.ts'
import { standeePdf } from '../../frontend/src/standees/sheets.ts'

const goblin = { name: 'Goblin', aspect: 0.7, copies: 9 }
const dragon = { name: 'Dragon', aspect: 2.4, copies: 1 }

describe('sheets of standees', () => {
  test.each([
    ['A4', 28],
    ['Letter', 28],
    ['A4', 112],
    ['Letter', 112],
  ] as [Paper, number][])('on %s at %d mm stay within the margins and do not overlap', (paper, height) => {
    const sheets = layOut([goblin, dragon, { ...goblin, copies: 20 }], height, paper)
    expect(sheets.flat().length).toBe(30)
    const { width, height: tall } = papers[paper]
    for (const strips of sheets)
      for (const [i, a] of strips.entries()) {
        expect(a.x).toBeGreaterThanOrEqual(10)
        expect(a.x + a.width).toBeLessThanOrEqual(width - 10)
        expect(a.y + stripHeight(a)).toBeLessThanOrEqual(tall - 10)
        expect([a.height, a.tab >= 4]).toEqual([height, true])
        for (const b of strips.slice(i + 1))
          expect(
            a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + stripHeight(a) <= b.y || b.y + stripHeight(b) <= a.y,
          ).toBe(true)
      }
  })

  test('number copies, and fit several into a sheet', () => {
    const [first, ...more] = layOut([goblin, dragon], 28, 'A4')
    expect(more).toEqual([])
    expect(first?.map(({ name }) => name)).toEqual([
      ...Array.from({ length: 9 }, (_, i) => `Goblin ${i + 1}`),
      'Dragon',
    ])
    expect(layOut([], 28, 'A4')).toEqual([])
  })
})

describe('a PDF of standees', () => {
  const picture = { bytes: Uint8Array.from([0xff, 0xd8, 0xff, 0xd9]), width: 231, height: 330 }
  const bytes = standeePdf(layOut([goblin, { ...dragon, name: 'Ädda (old) 龍' }], 28, 'A4'), [picture, picture], 'A4')
  const pdf = Buffer.from(bytes).toString('latin1')

  test('has its objects where its table says', () => {
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)?.[1])
    expect(pdf.slice(start, start + 5)).toBe('xref\n')
    const offsets = [...pdf.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset))
    expect(offsets.length).toBeGreaterThan(6)
    for (const [i, offset] of offsets.entries()) expect(pdf.slice(offset)).toMatch(new RegExp(`^${i + 1} 0 obj\\n`))
    for (const [, length, stream] of pdf.matchAll(/\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/g))
      expect(stream?.length).toBe(Number(length))
    expect(pdf.match(/\/DCTDecode/g)?.length).toBe(2)
  })

  test('is at true scale: figures of 28 mm, both sides of a fold, dashes for folds', () => {
    expect(pdf).toContain('/MediaBox [0 0 595.28 841.89]')
    const points = (28 * 72) / 25.4
    const fronts = [...pdf.matchAll(/q ([\d.]+) 0 0 ([\d.]+) ([\d.]+) ([\d.]+) cm \/I0 Do Q/g)]
    const backs = [...pdf.matchAll(/q ([\d.]+) 0 0 -([\d.]+) ([\d.]+) ([\d.]+) cm \/I0 Do Q/g)]
    expect([fronts.length, backs.length]).toEqual([9, 9])
    for (const [i, front] of fronts.entries()) {
      expect(Number(front[2])).toBeCloseTo(points, 2)
      // The heads of both sides meet at the fold.
      expect(Number(front[4]) + points).toBeCloseTo(Number(backs[i]?.[4]) - points, 2)
    }
    expect(pdf.match(/\[2 1\.5\] 0 d/g)?.length).toBe(10)
    const [, from, to] = /0\.4 w 0\.2 G ([\d.]+) [\d.]+ m ([\d.]+)/.exec(pdf) ?? []
    expect(Number(to) - Number(from)).toBeCloseTo((50 * 72) / 25.4, 2)
  })

  test('names are letters of its font, and cannot leave their strings', () => {
    expect(literal('a) Tj (b\\')).toBe('(a\\) Tj \\(b\\\\)')
    expect(literal('Ädda Łukasz 龍')).toBe('(\\304dda Lukasz)')
    expect(pdf).toContain('(\\304dda \\(old\\)) Tj')
    expect(Buffer.from(writePdf([], [], 'x\n\r(')).toString('latin1')).toContain('/Title (x \\()')
  })
})
