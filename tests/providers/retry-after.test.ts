import { expect, test } from 'vitest'
import { retryAfter } from '../../backend/providers/retry-after.ts'

const now = Date.parse('2026-01-01T00:00:00Z')

test.each([
  ['7', 7000],
  ['0', 0],
  ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
  ['Wed, 31 Dec 2025 23:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
])('Retry-After %j is %j ms', (header, ms) => expect(retryAfter(header, now)).toBe(ms))
