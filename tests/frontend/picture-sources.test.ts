import { expect, test } from 'vitest'
import { thumbnailWidths } from '#domain/thumbnail-widths.ts'
import { renderedKeys, thumbnailKey } from '../../backend/providers/rendered-keys.ts'
import { imageAt } from '../../frontend/src/features/images/image.ts'
import { thumbnailsAndOriginal, thumbnailsOf } from '../../frontend/src/ui/picture-sources.ts'

const candidates = (srcSet: string) => srcSet.split(', ').map((candidate) => candidate.split(' '))

test('a list offers thumbnails and never the original', () => {
  const shown = imageAt({ uri: '/a', width: 1536 }, 190)
  if (!shown) throw new Error('The picture has an address')
  for (const [address] of candidates(shown.srcSet)) expect(address).toMatch(/^\/a\?w=\d+$/)
  expect(shown.src).toBe('/a?w=640')
})

test('the last candidate holds all of a picture, and is described by the width that it has', () => {
  expect(candidates(thumbnailsOf('/a', 832))).toEqual([
    ['/a?w=320', '320w'],
    ['/a?w=480', '480w'],
    ['/a?w=640', '640w'],
    ['/a?w=960', '832w'],
  ])
  expect(candidates(thumbnailsOf('/a', 640)).at(-1)).toEqual(['/a?w=640', '640w'])
  expect(candidates(thumbnailsOf('/a', 3000)).at(-1)).toEqual(['/a?w=1280', '1280w'])
  expect(candidates(thumbnailsOf('/a')).at(-1)).toEqual(['/a?w=1280', '1280w'])
})

test('a picture that is shown for its own sake ends with the original', () => {
  expect(candidates(thumbnailsAndOriginal('/a', 1024)).slice(-2)).toEqual([
    ['/a?w=960', '960w'],
    ['/a', '1024w'],
  ])
})

test('a picture that is deleted takes its thumbnails of every width with it', () => {
  const keys = renderedKeys({ id: 'a', key: 'images/a/1.png', versions: ['1'], tokens: [] })
  for (const width of thumbnailWidths) expect(keys).toContain(thumbnailKey('a', '1', width))
})
