import { expect, test } from 'vitest'
import { z } from 'zod'
import { emailPattern } from '../../frontend/src/features/auth/rules.ts'

test('the forms know an address by the same pattern as the server', () => {
  expect(String(emailPattern)).toBe(String(z.regexes.email))
})
