import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { imageModels } from '#domain/image-catalogue.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { tabs, types } from './socket.ts'

let stack: Stack
let admin: Person
let owner: Person
let campaignId: string
const opened = tabs()
beforeAll(async () => {
  stack = await startStack()
  admin = await stack.member('Ada Admin')
  owner = await stack.member('Owner')
  campaignId = (await owner.post('/api/campaigns', {})).body.id
})
afterEach(opened.close)
afterAll(() => stack?.stop())

const listen = (someone: Person, query = '', how = {}) => opened.listen(stack, someone, query, how)
const generate = async () => {
  const wanted = { modelId: imageModels[0]?.id, prompt: 'A bell', count: 1, width: 1024, height: 1024, campaignId }
  return (await owner.post('/api/images', wanted)).body
}
const story = ['CreditsHeld', 'ImageRequested', 'ImageStarted', 'ImageGenerated', 'CreditsCaptured']

describe('a socket', () => {
  test('tells every tab of a person what happens, and nobody else', { tags: 'long' }, async () => {
    const stranger = await stack.member()
    // What happened while they signed up is told before their socket begins.
    await stranger.get('/api/users/me', { 'min-position': String(await stack.store.head()) })
    const tabs = [await listen(owner), await listen(owner)]
    const others = await listen(stranger)
    await generate()
    for (const tab of tabs) await eventually(() => types(tab).includes('CreditsCaptured'))
    for (const tab of tabs) expect(types(tab).slice(1)).toEqual(story)
    expect(others.said).toMatchObject([{ type: 'Hello', data: { userId: stranger.id } }])
  })

  test('resumes after a position, missing nothing that happened while it was away', { tags: 'long' }, async () => {
    const me = await owner.get('/api/users/me')
    await generate()
    const tab = await listen(owner, `?after=${me.headers['event-position']}`)
    await eventually(() => types(tab).includes('CreditsCaptured'))
    const resumed = tab.said.filter(
      ({ position }) => BigInt(position ?? 0) > BigInt(String(me.headers['event-position'])),
    )
    expect(resumed.map(({ type }) => type)).toEqual(story)
  })

  test('says that the session ended, to whoever has none and to whoever is banned', async () => {
    const nobody = await listen(stack.anyone())
    await eventually(() => nobody.closed === 4401)
    expect(types(nobody)).toEqual(['SessionEnded'])

    const someone = await stack.member()
    const tab = await listen(someone)
    await admin.post('/api/auth/admin/ban-user', { userId: someone.id, banReason: 'Spam' })
    await eventually(() => tab.closed === 4401)
    expect(types(tab).at(-1)).toBe('SessionEnded')
  })

  test('lets admins, and only them, watch somebody, with names', async () => {
    const watching = await listen(admin, `?watch=${owner.id}`)
    await generate()
    const seen = await eventually(() =>
      watching.said.find(({ type, data }) => type === 'WatchedEvent' && data.type === 'ImageRequested'),
    )
    expect(seen.data).toMatchObject({ actorName: 'Owner', revision: 0, metadata: { actor: owner.id } })
    const refused = await listen(owner, `?watch=${admin.id}`, { silent: true })
    await eventually(() => refused.closed === 4403)
    expect(refused.said).toEqual([])
  })
})
