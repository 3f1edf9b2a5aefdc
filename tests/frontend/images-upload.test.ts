import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { nameFrom } from '../../frontend/src/uploads/crop.ts'
import { imageHeader } from '../../frontend/src/uploads/image-header.ts'

const blank = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#445' } })

describe('a picture’s header', () => {
  it('tells a PNG and its pixels', async () => {
    expect(imageHeader(await blank(832, 1216).png().toBuffer())).toEqual({
      mime: 'image/png',
      width: 832,
      height: 1216,
    })
  })
  it.each([false, true])('tells a JPEG and its pixels, progressive or not', async (progressive) => {
    expect(imageHeader(await blank(640, 480).jpeg({ progressive }).toBuffer())).toEqual({
      mime: 'image/jpeg',
      width: 640,
      height: 480,
    })
  })
  it('turns what the camera left on its side, as browsers do', async () => {
    const lying = await blank(640, 480).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    expect(imageHeader(lying)).toMatchObject({ width: 480, height: 640 })
    const upright = await blank(640, 480).jpeg().withMetadata({ orientation: 3 }).toBuffer()
    expect(imageHeader(upright)).toMatchObject({ width: 640, height: 480 })
  })
  it('does not believe names: other files have none', async () => {
    expect(imageHeader(new Uint8Array([0x50, 0x4b, 3, 4, ...Array<number>(40).fill(0)]))).toBeNull()
    expect(imageHeader(await blank(10, 10).webp().toBuffer())).toBeNull()
    expect(imageHeader(new Uint8Array())).toBeNull()
  })
  it('survives files that were cut short anywhere', async () => {
    const whole = await blank(64, 64).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    for (let length = 0; length < whole.length; length++)
      expect(() => imageHeader(whole.subarray(0, length))).not.toThrow()
  })
})

describe('a first name', () => {
  it('is the file’s without its ending', () => {
    expect(nameFrom('Weighhouse quay, low water.JPEG')).toBe('Weighhouse quay, low water')
    expect(nameFrom('no ending')).toBe('no ending')
  })
})
