/** @module-tag long */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { credits } from '#domain/credits.ts'
import { imageModels } from '#domain/image-catalogue.ts'
import { commandHandler } from '../../backend/commands/handle.ts'
import { derivedId } from '../../backend/commands/ids.ts'
import { eventually, type Stack, startStack } from '../stack.ts'

/** What a server that died between the two commands of `POST /images` leaves behind: a hold, and no request. */
const halfAsked = async (stack: Stack, key: string) => {
  const owner = await stack.member()
  const { body } = await owner.post('/api/campaigns', {})
  const act = derivedId(owner.id, 'POST', '/api/images', key)
  const imageId = derivedId(act, 'image', 0)
  const purpose = { kind: 'images', id: imageId, stream: `images-${imageId}`, label: 'Image: Longlight Vista' }
  const data = { userId: owner.id, holds: [{ holdId: derivedId(act, 'hold', imageId), amount: 2, purpose }] }
  const metadata = { actor: owner.id, commandId: derivedId(act, 'HoldCredits', owner.id), correlationId: act }
  await commandHandler(stack.store).handle(credits, owner.id, { type: 'HoldCredits', data }, metadata)
  const wanted = {
    modelId: imageModels[0]?.id,
    prompt: 'A mill',
    count: 1,
    width: 1024,
    height: 1024,
    campaignId: body.id,
  }
  const repeat = () => owner.post('/api/images', wanted, { 'idempotency-key': key })
  return { owner, imageId, repeat }
}

const withStack = async (abandonedAfterMs: number, check: (stack: Stack) => Promise<void>) => {
  const stack = await startStack({ abandonedAfterMs })
  await check(stack).finally(stack.stop)
}

test('a hold whose request never came gives its credits back, and a repeat after that gets nothing for nothing', () =>
  withStack(100, async (stack) => {
    const { owner, repeat } = await halfAsked(stack, randomUUID())
    await eventually(async () => (await owner.get('/api/users/credits')).body.data[0].status === 'released')
    expect((await owner.get('/api/users/credits')).body.balance).toBe(100)
    expect(await repeat()).toMatchObject({ status: 409, body: { code: 'request_lapsed' } })
  }))

test('a repeat in time completes what was begun, with the credits that are held', () =>
  withStack(600_000, async (stack) => {
    const { owner, imageId, repeat } = await halfAsked(stack, randomUUID())
    expect((await repeat()).body.images).toEqual([{ id: imageId }])
    await eventually(async () => (await owner.get('/api/users/credits')).body.data[0].status === 'captured')
    expect((await owner.get('/api/users/credits')).body.balance).toBe(98)
  }))
