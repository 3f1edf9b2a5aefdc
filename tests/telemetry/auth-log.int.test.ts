import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Mailer } from '../../backend/providers/mail.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'

interface Line {
  level: number
  from?: string
  msg: string
  code?: string
  err?: { message: string }
}
const [info, warn, error] = [30, 40, 50]

let stack: Stack
let someone: Person
const lines: Line[] = []
beforeAll(async () => {
  const mailer: Mailer = { send: () => Promise.reject(new Error('The post office is closed')) }
  stack = await startStack({
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    auth: { mailer, secret: 's'.repeat(40), rateLimit: false },
  })
  someone = await stack.member()
})
beforeEach(() => void lines.splice(0))
afterAll(() => stack?.stop())

const bySelf = () => lines.filter(({ from }) => from === 'auth')
const post = (path: string, body: object) => stack.anyone().post(`/api/auth/${path}`, body)
const elsewhere = 'https://evil.example'

describe('what anybody can bring about is no error', () => {
  test.each<[string, () => Promise<unknown>, string | undefined]>([
    [
      'a wrong password',
      () => post('sign-in/email', { email: someone.email, password: 'wrong' }),
      'invalid_email_or_password',
    ],
    [
      'an unknown address',
      () => post('sign-in/email', { email: 'x@example.org', password: 'wrong' }),
      'invalid_email_or_password',
    ],
    [
      'a redirect elsewhere',
      () => post('request-password-reset', { email: someone.email, redirectTo: elsewhere }),
      'invalid_redirect_url',
    ],
    [
      'a provider that is not offered',
      () => post('sign-in/social', { provider: 'google', callbackURL: '/' }),
      'provider_not_found',
    ],
    [
      'a sign-in that was not begun here',
      () => stack.anyone().get('/api/auth/callback/google?code=1&state=2'),
      undefined,
    ],
  ])('%s', async (_name, ask, code) => {
    await ask()
    const request = await eventually(() => lines.find(({ msg }) => msg === 'Request'))
    expect(bySelf().map(({ level }) => level)).toEqual([warn])
    expect(JSON.stringify(lines)).not.toContain('evil')
    expect(request).toMatchObject({ level: info, ...(code ? { code } : {}) })
  })
})

test('mail that cannot be sent is one, with its cause', async () => {
  await post('request-password-reset', { email: someone.email })
  const fault = await eventually(() => bySelf()[0])
  expect(fault).toMatchObject({ level: error, err: { message: 'The post office is closed' } })
})
