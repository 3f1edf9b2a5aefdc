import { expect, test } from 'vitest'
import { text } from '#domain/text.ts'

/** Ten letters: thirty bytes of JSON between its two quotes. */
const ten = text(10)
const refusal = (written: string) => ten.safeParse(written).error?.issues.map(({ message }) => message) ?? []

test.each([
  ['plain letters', 'a'.repeat(10)],
  ['letters of three bytes', '鐘'.repeat(10)],
  ['pictures of four bytes, two units each', '🔔'.repeat(5)],
  ['what JSON escapes with two bytes', '\n\t"\\\r\n\t"\\\r'],
  ['as many escapes of six bytes as there is room for', '\u0001'.repeat(5)],
])('%s fit', (_what, written) => expect(ten.parse(written)).toBe(written))

test.each([
  ['control characters', '\u0001'.repeat(6)],
  ['halves of pairs', '\ud800'.repeat(6)],
  ['one byte too many', `${'\u0001'.repeat(5)}a`],
])('%s are refused in a sentence, though the letters are few enough', (_what, written) =>
  expect(refusal(written)).toEqual(['This text has too many characters that cannot be shown. Please take them out.']),
)

test('a letter too many is refused by their number alone', () =>
  expect(refusal('a'.repeat(11))).toEqual([expect.stringContaining('10')]))

test('whatever the letters, an event holds at most three bytes for each and the quotes', () => {
  for (const letter of ['a', 'é', '鐘', '\n', '"', '\u0000', '\udfff', '\u007f', '\u2028'])
    for (let count = 0; count <= 12; count++) {
      const written = letter.repeat(count)
      const bytes = Buffer.byteLength(JSON.stringify(written))
      expect(ten.safeParse(written).success, `${count} × ${JSON.stringify(letter)}`).toBe(count <= 10 && bytes <= 32)
    }
})
