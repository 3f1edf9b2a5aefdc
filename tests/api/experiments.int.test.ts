import { afterAll, beforeAll, expect, test } from 'vitest'
import { remoteExperiments } from '../../backend/providers/experiments.ts'
import { type Stack, startStack } from '../stack.ts'
import { type ExperimentsEmulator, startExperiments } from '../vendors/experiments.ts'

let service: ExperimentsEmulator
let stack: Stack
let clock = 0
beforeAll(async () => {
  service = await startExperiments()
  stack = await startStack({
    experiments: ['image-models=off'],
    remoteExperiments: remoteExperiments({ baseUrl: service.url, now: () => clock }),
  })
})
afterAll(async () => {
  await stack?.stop()
  await service?.close()
})

test('a user’s variants are those of the service and the setting, and a failing service stops nothing', async () => {
  service.flags = [{ key: 'graph-arrangement', value: 'layers' }]
  const someone = await stack.member('Someone')
  const variants = { 'graph-arrangement': 'layers' }
  const ask = async () => (await someone.get('/api/experiments')).body
  expect(await ask()).toEqual({ variants, service: 'reached' })
  expect((await someone.get('/api/users/me')).body.experiments).toEqual(['image-models=off'])
  clock += 300_000
  service.next('broken')
  expect(await ask()).toEqual({ variants, service: 'failing' })
  expect((await stack.anyone().get('/api/experiments')).status).toBe(401)
})
