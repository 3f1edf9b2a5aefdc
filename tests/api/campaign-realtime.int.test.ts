import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { campaignOf, join } from './campaign.ts'
import { type Tab, tabs, types } from './socket.ts'

/** What open windows hear when it changes who is in a campaign: their own, and everybody else's. */

let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>
const opened = tabs()
beforeAll(async () => {
  stack = await startStack()
  c = await campaignOf(stack)
})
afterEach(opened.close)
afterAll(() => stack?.stop())

const listen = (someone: Person, query = '') => opened.listen(stack, someone, query)
const at = (id: string, path = '') => `/api/campaigns/${id}${path}`
const another = async (...players: Person[]) => {
  const { body } = await c.owner.post('/api/campaigns', { name: 'Tidewater' })
  for (const someone of players) await join(c.owner, someone, body.id)
  // Sockets begin where the views are.
  await caughtUp()
  return body.id as string
}
const caughtUp = async () => c.owner.get('/api/users/me', { 'min-position': String(await stack.store.head()) })
const rename = (id: string, name: string) => c.owner.patch(at(id), { name })
const folder = async (id: string, visibility: 'DM' | 'CAMPAIGN', by: Person = c.owner) =>
  (await by.post('/api/collections', { campaignId: id, name: visibility, visibility })).body.id as string
const heard = (tab: Tab, type: string) => eventually(() => types(tab).includes(type))
/** What a tab was told since it said hello, once something that it surely hears has come by. */
const story = async (tab: Tab, someone: Person) => {
  const { body } = await someone.post('/api/campaigns', { name: 'The end' })
  await eventually(() => tab.said.some(({ data }) => data?.campaignId === body.id))
  return types(tab).slice(1, -1)
}
const appended = (id: string, ...events: [type: string, data: object][]) =>
  stack.store.append(
    `campaigns-${id}`,
    events.map(([type, data]) => ({
      id: randomUUID(),
      type,
      data: { campaignId: id, ...data },
      metadata: { actor: c.owner.id, commandId: randomUUID(), correlationId: randomUUID() },
    })),
    'any',
  )

describe('who is removed', () => {
  test('hears it in every window and then nothing more of the campaign; the others go on', {
    tags: 'long',
  }, async () => {
    const id = await another(c.player, c.dm)
    const [mine, alsoMine, others] = [await listen(c.player), await listen(c.player), await listen(c.dm)]
    await rename(id, 'Before')
    await c.owner.delete(at(id, `/members/${c.player.id}`))
    await rename(id, 'After')
    await folder(id, 'CAMPAIGN')
    await heard(others, 'CollectionCreated')
    for (const tab of [mine, alsoMine])
      expect(await story(tab, c.player)).toEqual([
        'CampaignRenamed',
        'MemberRemoved',
        ...(tab === mine ? [] : ['CampaignCreated']),
      ])
    expect(types(others).slice(1)).toEqual([
      'CampaignRenamed',
      'MemberRemoved',
      // The one that they came by.
      'InvitationRevoked',
      'CampaignRenamed',
      'CollectionCreated',
    ])
  })

  test('hears nothing of what happened in the very same moment', async () => {
    const id = await another(c.player)
    const mine = await listen(c.player)
    await appended(
      id,
      ['CampaignRenamed', { name: 'Before' }],
      ['MemberRemoved', { userId: c.player.id }],
      ['CampaignRenamed', { name: 'After' }],
      ['WelcomeMessageChanged', { welcomeMessage: 'Not you' }],
    )
    expect(await story(mine, c.player)).toEqual(['CampaignRenamed', 'MemberRemoved'])
  })

  test('and comes back later hears that they were, and nothing else, of before or after', async () => {
    const id = await another(c.player)
    const { headers } = await caughtUp()
    const left = `?after=${headers['event-position']}`
    await rename(id, 'While away')
    await c.owner.delete(at(id, `/members/${c.player.id}`))
    await rename(id, 'After')
    await caughtUp()
    const resumed = await listen(c.player, left)
    expect(await story(resumed, c.player)).toEqual(['MemberRemoved'])
  })

  test('may have the campaign again by joining again', async () => {
    const id = await another(c.player)
    const mine = await listen(c.player)
    await c.owner.delete(at(id, `/members/${c.player.id}`))
    await heard(mine, 'MemberRemoved')
    await join(c.owner, c.player, id)
    await heard(mine, 'MemberJoined')
    await rename(id, 'Together again')
    await heard(mine, 'CampaignRenamed')
    expect(await story(mine, c.player)).toEqual(['MemberRemoved', 'MemberJoined', 'CampaignRenamed'])
  })
})

describe('who leaves', () => {
  test('hears nothing more; the others hear that they left', async () => {
    const id = await another(c.player)
    const [mine, owners] = [await listen(c.player), await listen(c.owner)]
    await c.player.post(at(id, '/members/leave'))
    await rename(id, 'After')
    await heard(owners, 'CampaignRenamed')
    expect(types(owners).slice(1)).toEqual(['MemberLeft', 'CampaignRenamed'])
    expect(await story(mine, c.player)).toEqual(['MemberLeft'])
  })
})

describe('a role', () => {
  test('that is narrowed takes away at once what only DMs see, and one that is widened brings it', async () => {
    const id = await another(c.dm)
    const mine = await listen(c.dm)
    await folder(id, 'DM')
    await c.owner.patch(at(id, `/members/${c.dm.id}/role`), { role: 1 })
    await heard(mine, 'MemberRoleChanged')
    const shown = await folder(id, 'DM')
    await heard(mine, 'CollectionCreated')
    await c.owner.patch(at(id, `/members/${c.dm.id}/role`), { role: 2 })
    await folder(id, 'DM')
    await folder(id, 'CAMPAIGN')
    expect(await story(mine, c.dm)).toEqual([
      'MemberRoleChanged',
      'CollectionCreated',
      'MemberRoleChanged',
      'CollectionCreated',
    ])
    expect(mine.said.find(({ type }) => type === 'CollectionCreated')?.data.collectionId).toBe(shown)
  })

  test('of the owner goes over with the campaign: the new one sees what DMs see, and both hear of it', async () => {
    const id = await another(c.player)
    const [theirs, owners] = [await listen(c.player), await listen(c.owner)]
    await c.owner.post(at(id, '/members/transfer-ownership'), { newOwnerId: c.player.id })
    await heard(theirs, 'OwnershipTransferred')
    await folder(id, 'DM')
    await heard(theirs, 'CollectionCreated')
    expect(await story(theirs, c.player)).toEqual(['OwnershipTransferred', 'CollectionCreated'])
    expect(await story(owners, c.owner)).toEqual(['OwnershipTransferred', 'CollectionCreated'])
  })
})

describe('a campaign that is deleted', () => {
  test('falls silent for all of its members, who hear why, and speaks again when it is restored', async () => {
    const id = await another(c.player)
    const mine = await listen(c.player)
    await c.owner.delete(at(id))
    await appended(id, ['CampaignRenamed', { name: 'In the Trash' }])
    await heard(mine, 'CampaignDeleted')
    expect(await story(mine, c.player)).toEqual(['CampaignDeleted'])
    await c.owner.post(at(id, '/restore'))
    await heard(mine, 'CampaignRestored')
    await rename(id, 'Back')
    await heard(mine, 'CampaignRenamed')
    expect(types(mine).slice(-2)).toEqual(['CampaignRestored', 'CampaignRenamed'])
  })

  test('tells those who were away, once they are back', async () => {
    const id = await another(c.player)
    const { headers } = await caughtUp()
    await rename(id, 'Last words')
    await c.owner.delete(at(id))
    await caughtUp()
    const resumed = await listen(c.player, `?after=${headers['event-position']}`)
    expect(await story(resumed, c.player)).toEqual(['CampaignDeleted'])
  })

  test('tells nobody who was not in it', async () => {
    const id = await another(c.player)
    const strangers = await listen(c.stranger)
    await c.owner.delete(at(id, `/members/${c.player.id}`))
    await caughtUp()
    const removed = await listen(c.player)
    await c.owner.delete(at(id))
    await c.owner.post(at(id, '/restore'))
    expect(await story(strangers, c.stranger)).toEqual([])
    expect(await story(removed, c.player)).toEqual([])
  })
})
