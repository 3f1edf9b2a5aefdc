import { describe, expect, it } from 'vitest'
import { isForgotten, maskedEmail, withoutEmails } from '#domain/masked-email.ts'

describe('an address', () => {
  it.each([
    ['tomasz@reedmother.net', 't•••@r•••.net'],
    ['t@reedmother.net', '•••@r•••.net'],
    ['to.ma+sz@mail.reedmother.co.uk', 't•••@m•••.uk'],
    ['ab@x.io', '•••@•••.io'],
    ['a"@b"@host', 'a•••@h•••'],
    ['nobody', '•••@n•••'],
  ])('%s is shown as %s, as long as any other', (email, masked) => expect(maskedEmail(email)).toBe(masked))

  it('of somebody who was forgotten is nothing', () => {
    expect(maskedEmail('0198c0de@forgotten.invalid')).toBe('')
    expect(isForgotten('ann@example.org')).toBe(false)
  })

  it('is masked where somebody wrote it among words, and nothing else is', () => {
    expect(withoutEmails('Ticket 2291: Ann <ann@example.org>, not @home or 3 @ 5')).toBe(
      'Ticket 2291: Ann <a•••@e•••.org>, not @home or 3 @ 5',
    )
  })
})
