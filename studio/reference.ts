import { type Canvas, createCanvas } from '@napi-rs/canvas'
import sharp from 'sharp'
import { mix, type Rgb, toLab } from './colour.ts'
import { smooth } from './noise.ts'
import { type Palette, recolour } from './palette.ts'

/** A picture that was handed over to lean on, read once: its colours, and itself laid out at the size to be drawn. */
export interface Reference {
  canvas: Canvas
  /** 0 (hardly) to 1 (closely). */
  strength: number
  adjust(palette: Palette): Palette
}

const swatchSide = 32

const mean = (colours: readonly Rgb[]): Rgb => {
  const sum = colours.reduce<[number, number, number]>(
    ([r, g, b], colour) => [r + colour[0], g + colour[1], b + colour[2]],
    [0, 0, 0],
  )
  return [sum[0] / colours.length, sum[1] / colours.length, sum[2] / colours.length]
}

/** The reference's own sky, horizon, shadow, light and strongest colour, found by place, lightness and chroma. */
const swatchesOf = (
  px: Uint8Array,
): Record<'zenith' | 'mid' | 'horizon' | 'light' | 'far' | 'near' | 'accent', Rgb> => {
  const colours = Array.from(
    { length: px.length / 3 },
    (_, i): Rgb => [px[3 * i] as number, px[3 * i + 1] as number, px[3 * i + 2] as number],
  )
  const measured = colours.map((colour, i) => ({
    colour,
    row: Math.floor(i / swatchSide) / swatchSide,
    lab: toLab(colour),
  }))
  const byLight = [...measured].sort((a, b) => a.lab[0] - b.lab[0]).map(({ colour }) => colour)
  const byChroma = [...measured]
    .sort((a, b) => Math.hypot(b.lab[1], b.lab[2]) - Math.hypot(a.lab[1], a.lab[2]))
    .map(({ colour }) => colour)
  const rows = (from: number, to: number) =>
    mean(measured.filter(({ row }) => row >= from && row < to).map(({ colour }) => colour))
  const tenth = Math.floor(colours.length / 10)
  return {
    zenith: rows(0, 0.25),
    mid: rows(0.25, 0.45),
    horizon: mix(rows(0.4, 0.6), mean(byLight.slice(-tenth)), 0.4),
    light: mean(byLight.slice(-tenth)),
    far: rows(0.45, 0.7),
    near: mean(byLight.slice(0, tenth)),
    accent: mean(byChroma.slice(0, Math.floor(tenth / 2))),
  }
}

/** Throws what sharp throws if the bytes are no picture. `strength` is 1 to 100. */
export const readReference = async (
  bytes: Uint8Array,
  strength: number,
  width: number,
  height: number,
): Promise<Reference> => {
  const upright = sharp(bytes).rotate().flatten({ background: '#808080' }).toColourspace('srgb')
  const [small, full] = await Promise.all([
    upright.clone().resize(swatchSide, swatchSide, { fit: 'fill' }).removeAlpha().raw().toBuffer(),
    upright.clone().resize(width, height, { fit: 'cover' }).ensureAlpha().raw().toBuffer(),
  ])
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  const image = pen.createImageData(width, height)
  image.data.set(full)
  pen.putImageData(image, 0, 0)
  const amount = strength / 100
  const own = swatchesOf(small)
  return {
    canvas,
    strength: amount,
    adjust: (palette) => recolour(palette, (colour, part) => mix(colour, own[part], 0.15 + 0.8 * amount)),
  }
}

/** Lays the reference under the drawing: its light and shade at any strength, the picture itself only from two fifths on, lest two scenes show through each other. */
export const lean = (pen: ReturnType<Canvas['getContext']>, { canvas, strength }: Reference): void => {
  pen.save()
  pen.globalCompositeOperation = 'soft-light'
  pen.globalAlpha = 0.7 * strength
  pen.drawImage(canvas, 0, 0)
  pen.globalCompositeOperation = 'source-over'
  pen.globalAlpha = 0.9 * smooth(0.4, 1, strength)
  pen.drawImage(canvas, 0, 0)
  pen.restore()
}
