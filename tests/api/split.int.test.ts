/** @module-tag long */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually, person, type Stack, startStack } from '../stack.ts'
import { tabs, types } from './socket.ts'

let stack: Stack
const sockets = tabs()
beforeEach(async () => {
  stack = await startStack({ roles: ['api'] })
})
afterEach(async () => {
  sockets.close()
  await stack.stop()
})

test('what is done at one api is heard and read at another, projected and worked off elsewhere', async () => {
  const { app } = await stack.beside(['api'])
  await stack.beside(['projector'])
  await stack.beside(['worker'])
  if (!app) throw new Error('There is no second api')
  const ines = await stack.signUp('Ines')
  const there = Object.assign(person(app), { cookies: ines.cookies })
  // From the beginning: the welcome may be there before the tab.
  const tab = await sockets.listen({ app }, there, '?after=0')

  const made = await ines.post('/api/campaigns', { name: 'The Drowned Bells' })
  const { id: campaignId, position } = made.body
  await eventually(() => types(tab).includes('CampaignCreated'))
  // The worker's welcome, by way of the projector.
  await eventually(() => types(tab).includes('CreditsGranted'))

  const headers = { 'min-position': position, cookie: ines.cookies() }
  const [campaign] = (await there.get('/api/campaigns', headers)).body.data
  expect(campaign).toMatchObject({ id: campaignId, name: 'The Drowned Bells' })
  const folder = await there.post('/api/collections', { campaignId, name: 'Harbour' }, { cookie: ines.cookies() })
  const tree = `/api/collections/tree?campaignId=${campaignId}`
  const { data } = (await ines.get(tree, { 'min-position': folder.body.position })).body
  expect(data).toMatchObject([{ name: 'Harbour' }])
})
