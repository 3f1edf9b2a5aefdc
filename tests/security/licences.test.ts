import { expect, test } from 'vitest'
import { allows } from '../check/licence-rules.ts'

test.each([
  ['MIT', 'left-pad', true],
  ['(MIT OR GPL-3.0-only)', 'x', true],
  ['Apache-2.0 AND MIT', 'x', true],
  ['Apache-2.0 AND GPL-3.0-only', 'x', false],
  ['GPL-3.0-only', 'x', false],
  ['AGPL-3.0-only OR SSPL-1.0', 'x', false],
  ['LGPL-3.0-or-later', '@img/sharp-libvips-linux-x64', true],
  ['LGPL-3.0-or-later', 'x', false],
  ['MPL-2.0', 'x', false],
  ['(MIT AND Zlib)', 'pako', true],
  ['(MIT AND Zlib)', 'x', false],
  ['BSD', 'duck', true],
  ['BSD', 'x', false],
  ['UNLICENSED', 'x', false],
  ['unknown', 'x', false],
])('%s, of %s: %s', (licence, name, allowed) => {
  expect(allows(licence, name)).toBe(allowed)
})
