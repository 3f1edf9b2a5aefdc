import sharp from 'sharp'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { imageModels } from '../../backend/domain/image-catalogue.ts'
import { imageSizes, standingStyles } from '../../backend/domain/image-sizes.ts'
import { localStudio } from '../../backend/providers/images/local.ts'
import type { PictureRequest } from '../../backend/providers/images.ts'
import { isWalk } from '../walk.ts'

// A picture takes half a second of one core; a busy machine may lend less than that.
vi.setConfig({ testTimeout: 60_000 })
const studio = localStudio()
afterAll(() => studio.close?.())

const draw = (request: Partial<PictureRequest>) =>
  studio.generate({
    model: 'studio-vista',
    prompt: 'a tower by a lake at dusk',
    negativePrompt: '',
    stylePreset: 'digital-art',
    ...small,
    seed: 7,
    nsfw: false,
    signal: new AbortController().signal,
    ...request,
  })

/** Mean difference of two pictures, 0 to 255. */
const difference = async (a: Buffer, b: Buffer): Promise<number> => {
  const [one, two] = await Promise.all(
    [a, b].map((bytes) => sharp(bytes).resize(64, 64, { fit: 'fill' }).raw().toBuffer()),
  )
  if (!one || !two) throw new Error('no pixels')
  return one.reduce((sum, value, i) => sum + Math.abs(value - (two[i] ?? 0)), 0) / one.length
}

/** What holds at every size is tried at a small one, to be quick. */
const small = { width: 512, height: 512 }

describe.each(studio.models)('%s', (model) => {
  // Over the three styles each model draws wide and tall, and over all models every size of the catalogue is drawn, once: half as long takes a quarter of the time.
  const sizeIn = (style: number) => {
    const size = imageSizes[(studio.models.indexOf(model) + 3 * style) % imageSizes.length]
    return size && (style > 0 || !isWalk) ? { width: size.width / 2, height: size.height / 2 } : size
  }
  // The models take turns with the styles in `npm test`.
  const turn = studio.models.indexOf(model) % standingStyles.length

  test.each(isWalk ? standingStyles : standingStyles.slice(turn, turn + 1))(
    'draws in %s: the exact size, and something on it',
    async (stylePreset) => {
      const size = sizeIn(standingStyles.indexOf(stylePreset))
      if (!size) throw new Error('no size')
      const { bytes } = await draw({ model, stylePreset, ...size })
      const { width, height, format } = await sharp(bytes).metadata()
      expect({ width, height, format }).toEqual({ ...size, format: 'png' })
      const { entropy, channels } = await sharp(bytes).stats()
      expect(entropy).toBeGreaterThan(3)
      expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(12)
    },
    120_000,
  )

  test('the same words and seed give the same bytes, another seed another picture', async () => {
    const request = { model, prompt: 'a silver tower and a wolf', width: 256, height: 256 }
    const [first, again, other] = await Promise.all([draw(request), draw(request), draw({ ...request, seed: 8 })])
    expect(again.bytes.equals(first.bytes)).toBe(true)
    expect(other.bytes.equals(first.bytes)).toBe(false)
  })
})

describe('the studio', () => {
  test('draws the models that the catalogue says are drawn here', () => {
    const catalogued = imageModels.filter(({ provider }) => provider === studio.name).map(({ slug }) => slug)
    expect([...studio.models].sort()).toEqual(catalogued.sort())
  })

  test('says that it was drawn here, in the file as in the answer, and nothing else', async () => {
    const { bytes, madeBy } = await draw({ model: 'studio-blazon' })
    const chunks: string[] = []
    for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at))
      chunks.push(bytes.toString('latin1', at + 4, at + 8))
    expect([...new Set(chunks)]).toEqual(['IHDR', 'tEXt', 'IDAT', 'IEND'])
    expect(madeBy).toBe('Drawn on this machine by Loreloom Studio')
    expect(bytes.includes(`Software\0${madeBy}`)).toBe(true)
  })

  test('the styles do not look alike', async () => {
    const [paint, flat, ink] = await Promise.all(standingStyles.map((stylePreset) => draw({ stylePreset })))
    if (!paint || !flat || !ink) throw new Error('three styles')
    expect(await difference(paint.bytes, flat.bytes)).toBeGreaterThan(4)
    expect(await difference(flat.bytes, ink.bytes)).toBeGreaterThan(4)
  })

  test('words it does not know still steer', async () => {
    const [one, two] = await Promise.all([draw({ prompt: 'Vhalor' }), draw({ prompt: 'Qeshti' })])
    expect(one.bytes.equals(two.bytes)).toBe(false)
  })

  test('a moon that is refused is not drawn, and the land stays', async () => {
    const request = { prompt: 'mountains at night', model: 'studio-vista' }
    const [with_, without] = await Promise.all([draw(request), draw({ ...request, negativePrompt: 'moon' })])
    const strip = async (bytes: Buffer, top: number) =>
      sharp(bytes).extract({ left: 0, top, width: 512, height: 100 }).png().toBuffer()
    expect(with_.bytes.equals(without.bytes)).toBe(false)
    expect(await difference(await strip(with_.bytes, 400), await strip(without.bytes, 400))).toBeLessThan(2)
  })

  test('a reference lends its colours, the more the stronger it is', async () => {
    const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#c02020' } })
      .jpeg()
      .toBuffer()
    const reference = (strength: number) => ({ reference: { bytes, mime: 'image/jpeg', strength } })
    const [none, slight, full] = await Promise.all([draw({}), draw(reference(25)), draw(reference(100))])
    const target = await sharp(bytes).png().toBuffer()
    const off = await Promise.all([none, slight, full].map((picture) => difference(picture.bytes, target)))
    expect(off[1]).toBeLessThan(off[0] as number)
    expect(off[2]).toBeLessThan(off[1] as number)
  })

  test('a reference that is no picture is an error', async () => {
    await expect(
      draw({ reference: { bytes: Buffer.from('PK not a picture'), mime: 'image/png', strength: 50 } }),
    ).rejects.toThrow()
  })

  test('an aborted request rejects, and the next one is drawn', async () => {
    const stop = new AbortController()
    const pending = draw({ signal: stop.signal })
    stop.abort()
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
    await expect(draw({ signal: AbortSignal.abort() })).rejects.toThrow()
    expect((await draw({ model: 'studio-blazon' })).bytes.length).toBeGreaterThan(1000)
  })

  test('a model it does not have is an error', async () => {
    await expect(draw({ model: 'stable-image-ultra' })).rejects.toThrow('stable-image-ultra')
  })
})
