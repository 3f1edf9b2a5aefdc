import { expect, test } from 'vitest'
import { editFailedMessage } from '#domain/image-words.ts'
import { noSupportContact, supportLink, withoutSupport } from '#domain/support-contact.ts'

test('a contact is a page or an address to write to', () => {
  expect(supportLink('https://example.org/help')).toBe('https://example.org/help')
  expect(supportLink('help@example.org')).toBe('mailto:help@example.org')
})

test('a text that sends people to support states where there is none, and says the rest as it was', () => {
  expect(withoutSupport(editFailedMessage('erase'))).toBe(
    `Encountered an error smart erasing image. ${noSupportContact}`,
  )
  expect(withoutSupport('Please try again. Please contact support if it keeps happening.')).toBe(
    `Please try again. ${noSupportContact}`,
  )
  expect(withoutSupport('Your picture is ready.')).toBe('Your picture is ready.')
})
