import { expect, test } from 'vitest'
import { isId } from '../../backend/queries/admin/naming.ts'

test.each([
  '01a2085d-85e7-72ba-b0bc-a43fb2f31265',
  'pi_3QkZ0eLkdIwHu7ix0xyzABCD',
  // The provider's are letters and digits at random, and one in ten of a customer's length has no digit.
  'pi_OXxFUPSEQeATOBQoaHMmPVOu',
  'cus_NffrFeUfNVHibq',
])('%s is an id', (id) => expect(isId(id)).toBe(true))

test.each(['well-known', 'PARTY_LEADER', 'Ines', 'a moment in 2026', 'a-1'])('%s is none', (word) =>
  expect(isId(word)).toBe(false),
)
