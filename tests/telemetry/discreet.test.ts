import { describe, expect, test } from 'vitest'
import { maskCredentials } from '../../backend/platform/masked-address.ts'
import { createHider, errorFacts, withoutSecrets } from '../../backend/telemetry/discreet.ts'

describe('an error in the log', () => {
  test('is its kind, message, code, stack and causes, and nothing else that it carries', () => {
    const refused = Object.assign(new TypeError('fetch failed', { cause: new Error('no route') }), {
      code: 'ECONNREFUSED',
      request: { headers: { authorization: 'Bearer hunter2' } },
      detail: 'Key (email)=(ada@example.org) already exists.',
    })
    const facts = errorFacts(refused)
    expect(facts).toMatchObject({ type: 'TypeError', message: 'fetch failed', code: 'ECONNREFUSED' })
    expect(facts.cause).toMatchObject({ type: 'Error', message: 'no route' })
    expect(facts.stack).toContain('discreet.test.ts')
    expect(JSON.stringify(facts)).not.toMatch(/hunter2|ada@example/)
  })

  test('of many is each of them', () => {
    const { errors } = errorFacts(new AggregateError([new Error('one'), new RangeError('two')], 'both'))
    expect(errors).toMatchObject([{ message: 'one' }, { type: 'RangeError', message: 'two' }])
  })

  test('that is its own cause ends', () => {
    const error = new Error('round')
    error.cause = error
    expect(() => JSON.stringify(errorFacts(error))).not.toThrow()
  })

  test('that is none is told by its type, and its words', () => {
    expect(errorFacts('late')).toEqual({ type: 'string', message: 'late' })
    expect(errorFacts({ password: 'hunter2' })).toEqual({ type: 'object', message: '' })
  })
})

describe('facts whose names say that they are secret', () => {
  test('are hidden however deep they lie, and the rest stays as it is', () => {
    const facts = {
      code: 'insufficient_credits',
      newPassword: 'hunter2',
      request: { headers: { Cookie: 'a=b', accept: '*/*' }, body: { resetToken: 'abc', apiKey: 'k', api_key: 'k' } },
    }
    expect(withoutSecrets(facts)).toEqual({
      code: 'insufficient_credits',
      newPassword: '[hidden]',
      request: {
        headers: { Cookie: '[hidden]', accept: '*/*' },
        body: { resetToken: '[hidden]', apiKey: '[hidden]', api_key: '[hidden]' },
      },
    })
    expect(facts.newPassword).toBe('hunter2')
  })

  test('cost no copy when there are none', () => {
    const facts = { route: '/api/images', err: new Error('x'), more: { status: 200 } }
    expect(withoutSecrets(facts)).toBe(facts)
  })
})

describe('known secrets', () => {
  test('are taken out of what is written, as they are, in a URL and in JSON', () => {
    const { hide, clean } = createHider()
    hide(['p@ss"word/1', undefined, 'short'])
    const line = JSON.stringify({
      a: 'p@ss"word/1',
      b: `postgres://u:${encodeURIComponent('p@ss"word/1')}@h`,
      c: 'short',
    })
    expect(clean(line)).toBe('{"a":"[hidden]","b":"postgres://u:[hidden]@h","c":"short"}')
  })
})

test.each([
  ['http://me:word@host/x failed', 'http://me:[hidden]@host/x failed'],
  [
    'Request cannot be constructed from https://token@host/x',
    'Request cannot be constructed from https://[hidden]@host/x',
  ],
  ['GET https://host/v1?api_key=word&size=2: 401', 'GET https://host/v1?api_key=[hidden]&size=2: 401'],
  ['ines@example.org asked a question?', 'ines@example.org asked a question?'],
])('credentials of an address within a line are masked: %s', (line, masked) => {
  expect(maskCredentials(line)).toBe(masked)
})
