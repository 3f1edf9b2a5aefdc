import { css, mix, type Rgb } from '../colour.ts'
import { clamp, fbm, smooth } from '../noise.ts'
import { apart, type Stage, sheet } from '../stage.ts'

/** Draws painted clouds: billows of noise, lit from the side of the light, thin at their edges and flat at the horizon. */
export const billows = (stage: Stage, horizon: number, cover: number): void => {
  const { w, u, palette, sun, pen } = stage
  const half = sheet(stage, w / 2, horizon / 2)
  const image = half.pen.createImageData(half.canvas.width, half.canvas.height)
  const px = image.data
  const shape = stage.noise('billow')
  const lit = mix(mix(palette.horizon, palette.light, 0.7 - 0.5 * palette.dark), palette.mid, 0.5 * palette.dark)
  const shade = mix(mix(palette.mid, palette.zenith, 0.55), palette.far, 0.3)
  const tall = image.height
  for (let y = 0; y < tall; y++) {
    const v = y / tall
    // Clouds near the horizon are far: smaller and flatter.
    const scale = (300 * (1 - v * 0.72) * u) / 2
    for (let x = 0; x < image.width; x++) {
      const px0 = (x - image.width / 2) / scale
      const py0 = (v * 2.6) / (1 - v * 0.55)
      const at = fbm(shape, px0, py0 * 1.25, 5)
      const density = smooth(0.3 - cover, 0.62 - cover, at + 0.24)
      if (density <= 0) continue
      const toSun = fbm(shape, px0 + sun.side * 0.22, py0 * 1.5 - 0.2, 3)
      const light = clamp(0.5 + (at - toSun) * 1.9)
      const near = clamp(1 - Math.hypot(x * 2 - sun.x, y * 2 - sun.y) / (700 * u))
      const k = clamp(light * 0.75 + near * 0.5)
      const i = 4 * (y * image.width + x)
      for (let c = 0; c < 3; c++) px[i + c] = (shade[c] as number) + ((lit[c] as number) - (shade[c] as number)) * k
      px[i + 3] = (235 - 110 * palette.dark) * density * (1 - smooth(0.86, 1, v))
    }
  }
  half.pen.putImageData(image, 0, 0)
  pen.drawImage(half.canvas, 0, 0, w, horizon)
}

/** Draws flat-bottomed heaps with a lit crown: the clouds of digital art and comic books. */
export const heaps = (stage: Stage, horizon: number, cover: number): void => {
  const { w, u, palette, pen, sun } = stage
  const next = stage.chance('heaps')
  const count = Math.round((4 + cover * 16) * (w / 1024 + 0.3))
  for (let i = 0; i < count; i++) {
    const v = next() ** 0.7
    const y = horizon * (0.1 + 0.78 * v)
    const size = u * (150 - 95 * v) * next.between(0.7, 1.3)
    const x = next() * w
    const tone = mix(mix(palette.mid, palette.horizon, v), palette.light, 0.25)
    const lumps = Array.from({ length: next.int(4, 7) }, (_, k) => ({
      dx: (k - 2.5) * size * 0.5,
      r: size * next.between(0.24, 0.5) * (1 - Math.abs(k - 2.5) / 4.6),
    }))
    const heap = (dx: number, dy: number, grow: number, colour: Rgb, alpha: number) => {
      apart(pen, () => {
        pen.beginPath()
        pen.rect(0, 0, w, y)
        pen.clip()
        pen.beginPath()
        for (const lump of lumps) {
          pen.moveTo(x + lump.dx + dx, y + dy)
          pen.ellipse(x + lump.dx + dx, y + dy, lump.r * 1.5 * grow, lump.r * grow, 0, 0, 7)
        }
        pen.fillStyle = css(colour, alpha)
        pen.fill()
      })
    }
    heap(0, 0, 1, mix(tone, palette.light, 0.45), 0.9)
    heap(-sun.side * size * 0.13, size * 0.1, 0.92, tone, 0.95)
  }
}
