import fc from 'fast-check'

/** Texts that have broken programs: for databases, regular expressions, terminals, browsers and people. */
const classics = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'half \udfff of a letter',
  '\ud83d\udc09 dragons \ud83d\ude80',
  '\u202egnp.exe\u202c',
  'Zalgo\u0338\u0321\u0335\u0317\u0489',
  'e\u0301 is not \u00e9',
  '\ufeffmark',
  '\uffff\ufffe',
  '\u2028line\u2029paragraph',
  'ﬁ ß İ ı K',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e309',
  '9223372036854775808',
  '99999999999999999999',
  '0000-01',
  '9999-12',
  "'; drop table images; --",
  '" or ""="',
  '\\',
  '%',
  '%00',
  '%_%\\',
  '{{7*7}}<%= 7*7 %>#{7*7}',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[click](javascript:alert(1))',
  'a\r\nset-cookie: x=y',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  '//evil.example/path',
  '((((((((((a+)+)+)+)+)+)+)+)+)+)!',
  '& | ! <-> :* ()',
  "it''s:*&!(a|b)",
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '00000000-0000-0000-0000-000000000000',
  'ABCDEF01-2345-4678-9ABC-DEF012345678',
]

/** At most about `most` characters. */
export const nastyText = (most = 5_000): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...classics) },
    { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
    // Halves of characters, which JSON can carry and UTF-8 cannot.
    { weight: 1, arbitrary: fc.array(fc.integer({ min: 0xd7f0, max: 0xe010 }), { maxLength: 20 }).map(fromUnits) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('x', 'ü', '\ud83d\udc09', '\u0301', '\0', '"', ' '), fc.nat(most))
        .map(([letter, count]) => letter.repeat(count)),
    },
  )

const fromUnits = (units: readonly number[]) => String.fromCharCode(...units)

/** Text of a length that a schema takes, of all kinds of letters. */
export const fairText = (min = 0, max = 80): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.string({ minLength: min, maxLength: Math.min(max, min + 40) }) },
    {
      weight: 2,
      arbitrary: fc
        .string({ unit: 'grapheme', minLength: min, maxLength: Math.min(max, min + 40) })
        .map((text) => text.slice(0, max)),
    },
    { weight: 1, arbitrary: fc.constantFrom('x', 'é').map((letter) => letter.repeat(max)) },
    { weight: 2, arbitrary: fc.constantFrom(...classics.filter(({ length }) => length >= min && length <= max), 'x') },
  )

/** What a header's value may be made of, once it is on the wire. */
export const headerText: fc.Arbitrary<string> = nastyText(2_000).map((text) =>
  Buffer.from(text, 'utf8')
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '?'),
)
