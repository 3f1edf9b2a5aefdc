import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually, type Stack, startStack } from '../stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack?.stop())

describe('accounts', () => {
  test('the first account of an empty installation is its admin, and only that, however many register at once', async () => {
    const people = await Promise.all(['Ada', 'Bee', 'Cy'].map((name) => stack.signUp(name)))
    const roles = await Promise.all(people.map(async (someone) => (await someone.get('/api/users/me')).body.role))
    expect(roles.toSorted()).toEqual(['admin', 'user', 'user'])
  })
  test('me', async () => {
    const ada = await stack.member('Ada')
    const me = await ada.get('/api/users/me')
    expect(me.status).toBe(200)
    expect(me.body).toMatchObject({ id: ada.id, username: 'Ada', imageCredits: 100, plan: 'FREE' })
    void eventually
  })
})
