import { expect, test } from 'vitest'
import { z } from 'zod'
import { emailPattern } from '../../frontend/src/features/auth/rules.ts'

/** A hyphen at the end of a character class needs no escape, and the linter removes it. */
const withoutEscapedHyphens = (pattern: RegExp) => String(pattern).replaceAll('\\-', '-')

test('the forms know an address by the same pattern as the server', () => {
  expect(String(emailPattern)).toBe(withoutEscapedHyphens(z.regexes.email))
})
