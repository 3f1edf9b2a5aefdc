import fs from 'node:fs'
import path from 'node:path'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import type { Session } from '../../backend/auth/session.ts'
import { admit, requirePolicies } from '../../backend/http/gate.ts'
import { anyone, signedIn } from '../../backend/http/policy.ts'
import { isProblemCode, problem } from '../../backend/http/problems.ts'

describe('a route without a policy', () => {
  test('keeps the application from starting, and is named', async () => {
    const app = Fastify()
    requirePolicies(app)
    app.get('/api/open', { config: { policy: anyone } }, () => 'open')
    app.post('/api/forgotten', () => 'oops')
    await expect(app.ready()).rejects.toThrow('No policy says who may call POST /api/forgotten')
  })

  test('does so outside the API too, unless it serves the web app', async () => {
    const app = Fastify()
    requirePolicies(app)
    app.get('/', { config: { page: true } }, () => 'page')
    app.get('/figures', () => 'oops')
    await expect(app.ready()).rejects.toThrow(/GET \/figures, HEAD \/figures$/)
  })
})

describe('a kind of access', () => {
  const session: Session = {
    kind: 'session',
    sessionId: 's',
    userId: 'ann',
    isInPerson: true,
    role: 'user',
    roles: {},
    by: 'cookie',
    impersonatorId: null,
    endsAt: null,
  }
  test('is a session, unless a policy names others', () => {
    expect(() => admit(signedIn, session)).not.toThrow()
    expect(() => admit({ ...signedIn, for: ['work'] }, session)).toThrow('unauthenticated')
  })
})

describe('problems', () => {
  test('carry their facts and say them', () => {
    expect(problem('insufficient_credits', { needed: 6, available: 4 })).toEqual({
      type: 'urn:loreloom:problem:insufficient_credits',
      title: 'Payment Required',
      status: 402,
      detail: 'Insufficient credits. You need 6 credits but only have 4.',
      code: 'insufficient_credits',
      needed: 6,
      available: 4,
    })
  })

  test('are known for every rule of the domain, so that none ends as a fault of ours', () => {
    const domain = path.join(import.meta.dirname, '../../backend/domain')
    const codes = fs
      .readdirSync(domain)
      .flatMap((file) => [...fs.readFileSync(path.join(domain, file), 'utf8').matchAll(/Rejection\('(\w+)'/g)])
      .map((match) => match[1] ?? '')
    expect(codes.length).toBeGreaterThan(10)
    expect(codes.filter((code) => !isProblemCode(code))).toEqual([])
  })
})
