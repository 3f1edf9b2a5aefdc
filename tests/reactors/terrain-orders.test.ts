import { expect, test } from 'vitest'
import { FileMissing, type Files } from '../../backend/providers/files.ts'
import { keepSidecars } from '../../backend/providers/sidecars.ts'
import { orderOf } from '../../backend/reactors/generate-models.ts'
import { briefOf } from '../../studio/maps/order.ts'
import { planMap } from '../../studio/maps/plan-map.ts'
import { openStage } from '../../studio/stage.ts'

const memory = () => {
  const stored = new Map<string, Buffer>()
  const files: Pick<Files, 'get' | 'put'> = {
    async get(key) {
      const bytes = stored.get(key)
      if (!bytes) throw new FileMissing(key)
      return bytes
    },
    async put(key, bytes) {
      stored.set(key, Buffer.from(bytes))
    },
  }
  return files
}

/** A plan with something to find. */
const secretive = () => {
  const size = { width: 1024, height: 1024 }
  const words = { model: 'studio-dungeon' as const, prompt: 'a crypt', negativePrompt: '', stylePreset: null }
  for (let seed = 1; seed < 60; seed++) {
    const plan = planMap(briefOf(openStage({ ...words, ...size, seed }), false), { ...size, seed })
    if (plan.doors.some(({ secret }) => secret)) return plan
  }
  throw new Error('No plan has a secret door')
}
const request = (shape: 'terrain' | 'relief') => ({
  size: 'medium' as const,
  seed: 1,
  prompt: null,
  picture: { imageId: '0198c0de-0000-7000-8000-000000000001', key: 'images/map.png', shape, crop: null },
  name: null,
})

test('a tile of a map is made of what players may know of it', async () => {
  const files = memory()
  await files.put('images/map.png', Buffer.from('png'), 'image/png')
  await keepSidecars(files, 'images/map.png', { plan: secretive() })
  const order = await orderOf(request('terrain'), files)
  if (order.kind !== 'image' || !order.plan) throw new Error('The plan is missing')
  expect(order.plan.doors.filter(({ secret }) => secret)).toEqual([])
  expect(order.plan.rooms.filter(({ secret, name, note }) => secret || name || note)).toEqual([])
  expect(order.plan.furniture.filter(({ secret }) => secret)).toEqual([])
  const things = { width: 8, height: 8, things: [], background: null }
  await keepSidecars(files, 'images/map.png', { things })
  const relief = await orderOf(request('relief'), files)
  expect(relief).toMatchObject({ things })
  expect(relief).not.toHaveProperty('plan')
})

test('a map without a plan is ordered as a picture', async () => {
  const files = memory()
  await files.put('images/map.png', Buffer.from('png'), 'image/png')
  expect(await orderOf(request('terrain'), files)).toEqual({
    kind: 'image',
    size: 'medium',
    seed: 1,
    image: Buffer.from('png'),
    as: 'terrain',
  })
})
