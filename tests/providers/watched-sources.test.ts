import { expect, test } from 'vitest'
import { watched } from '../../backend/providers/image-sources/watched.ts'
import type { Picture } from '../../backend/providers/images.ts'
import { asked } from './sources.ts'

const away = () => new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) })

test('that a source is away is told once, and once that it is back', async () => {
  const told: boolean[] = []
  let fault: Error | undefined
  const draw = async () => {
    if (fault) throw fault
    return {} as Picture
  }
  const { images, probe } = watched(
    {
      images: { name: 'The attic', models: [], generate: draw },
      edits: undefined,
      probe: async () => void (await draw()),
    },
    { changed: (isThere) => told.push(isThere) },
  )
  const tried = () => images.generate(asked()).catch((error: unknown) => error)
  fault = away()
  await probe?.(new AbortController().signal).catch(() => undefined)
  expect(await tried()).toBe(fault)
  await tried()
  expect(told).toEqual([false])
  fault = new Error('out of memory')
  await tried()
  expect(told).toEqual([false])
  fault = undefined
  await tried()
  await tried()
  expect(told).toEqual([false, true])
})
