import { expect, test } from 'vitest'
import { FileMissing } from '../../backend/providers/files.ts'
import { renderedKeys } from '../../backend/providers/rendered-keys.ts'
import { keepSidecars, readSidecar } from '../../backend/providers/sidecars.ts'

const things = { width: 4, height: 4, things: [{ words: ['bell'], subject: true, mask: [0, 1] }], background: [1] }

const folder = () => {
  const kept = new Map<string, Buffer>()
  const files = {
    put: async (key: string, bytes: Buffer) => void kept.set(key, bytes),
    get: async (key: string) => {
      const bytes = kept.get(key)
      if (!bytes) throw new FileMissing(key)
      return bytes
    },
  }
  return { kept, files }
}

test('what a drawer knows lies beside its picture, and is known to whoever forgets the picture', async () => {
  const { kept, files } = folder()
  await keepSidecars(files, 'images/a/1.png', { things })
  expect(await readSidecar(files, 'images/a/1.png', 'things')).toEqual(things)
  const forgotten = renderedKeys({ id: 'a', key: 'images/a/1.png', versions: [], tokens: [] })
  expect([...kept.keys()].filter((key) => !forgotten.includes(key))).toEqual([])
})

test('a picture without, with a broken one or with another version of it, has none', async () => {
  const { kept, files } = folder()
  expect(await readSidecar(files, 'images/a/1.png', 'plan')).toBeUndefined()
  kept.set('images/a/1.png.plan.json', Buffer.from('{"vers'))
  expect(await readSidecar(files, 'images/a/1.png', 'plan')).toBeUndefined()
  kept.set('images/a/1.png.plan.json', Buffer.from('{"version":2}'))
  expect(await readSidecar(files, 'images/a/1.png', 'plan')).toBeUndefined()
})

test('what is too large is left out, and the picture stands without', async () => {
  const { kept, files } = folder()
  await keepSidecars(files, 'images/a/1.png', {
    things: { ...things, background: Array.from({ length: 2 ** 20 }, () => 1) },
  })
  expect(kept.size).toBe(0)
})
