import { expect, test } from 'vitest'
import { choose } from '../../backend/providers/images/choose.ts'
import type { Images, PictureRequest } from '../../backend/providers/images.ts'

const drawer = (name: string, ...models: string[]): Images & { closed: boolean } => ({
  name,
  models,
  closed: false,
  generate: async ({ width, height, seed }) => ({
    bytes: Buffer.of(1),
    mime: 'image/png',
    width,
    height,
    seed,
    madeBy: name,
  }),
  async close() {
    this.closed = true
  },
})
const asked = (model: string): PictureRequest => ({
  model,
  prompt: 'a lighthouse',
  negativePrompt: '',
  stylePreset: null,
  width: 1024,
  height: 1024,
  seed: 1,
  nsfw: false,
  signal: new AbortController().signal,
})

test('a request goes to the adapter that draws its model', async () => {
  const images = choose([drawer('Pen', 'sketch', 'ink'), drawer('Brush', 'oil')])
  expect((await images.generate(asked('oil'))).madeBy).toBe('Brush')
  expect((await images.generate(asked('ink'))).madeBy).toBe('Pen')
})

test('what is offered is what the adapters draw, in their order', () => {
  expect(choose([drawer('Pen', 'sketch', 'ink'), drawer('Brush', 'oil')]).models).toEqual(['sketch', 'ink', 'oil'])
  expect(choose([]).models).toEqual([])
})

test('a model that nobody draws is refused, not retried', async () => {
  await expect(choose([drawer('Pen', 'sketch')]).generate(asked('oil'))).rejects.toMatchObject({ kind: 'refused' })
})

test('two adapters for one model do not start', () => {
  expect(() => choose([drawer('Pen', 'ink'), drawer('Brush', 'ink')])).toThrow(
    'The model ink is drawn by both Pen and Brush',
  )
})

test('closing closes all', async () => {
  const adapters = [drawer('Pen', 'ink'), drawer('Brush', 'oil')]
  await choose(adapters).close?.()
  expect(adapters.map(({ closed }) => closed)).toEqual([true, true])
})
