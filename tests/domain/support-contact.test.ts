import { expect, test } from 'vitest'
import { supportLink } from '#domain/support-contact.ts'

test('a contact is a page or an address to write to', () => {
  expect(supportLink('https://example.org/help')).toBe('https://example.org/help')
  expect(supportLink('help@example.org')).toBe('mailto:help@example.org')
})
