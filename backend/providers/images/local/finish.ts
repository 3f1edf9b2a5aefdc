import { css, type Rgb } from './colour.ts'
import { clamp, type Noise, smooth } from './noise.ts'
import { lean } from './reference.ts'
import { apart, type Pen, type Stage, type Style, sheet } from './stage.ts'

/** The last hand over a drawing: what makes paint, flats and ink out of the same forms. */

type Pixels = Uint8ClampedArray

const luminance = (px: Pixels, i: number): number =>
  0.3 * (px[i] as number) + 0.59 * (px[i + 1] as number) + 0.11 * (px[i + 2] as number)

/** The bright parts, spread out and laid over: light that spills. */
export const bloom = (stage: Stage, threshold: number, strength: number): void => {
  const { w, h, pen, canvas } = stage
  const small = sheet(stage, w / 8, h / 8)
  small.pen.drawImage(canvas, 0, 0, small.canvas.width, small.canvas.height)
  const image = small.pen.getImageData(0, 0, small.canvas.width, small.canvas.height)
  const px = image.data
  for (let i = 0; i < px.length; i += 4) {
    const keep = smooth(threshold, 1, luminance(px, i) / 255)
    for (let c = 0; c < 3; c++) px[i + c] = (px[i + c] as number) * keep
  }
  small.pen.putImageData(image, 0, 0)
  apart(pen, () => {
    pen.globalCompositeOperation = 'screen'
    for (const radius of [14, 44]) {
      pen.globalAlpha = strength * (radius === 14 ? 0.6 : 0.5)
      pen.filter = `blur(${radius * stage.u}px)`
      pen.drawImage(small.canvas, 0, 0, w, h)
    }
  })
}

const vignette = (stage: Stage, strength: number, colour: Rgb = [0, 0, 0]): void => {
  const { w, h, pen } = stage
  apart(pen, () => {
    pen.translate(w / 2, h * 0.47)
    pen.scale(w / 2, h / 2)
    const shade = pen.createRadialGradient(0, 0, 0.55, 0, 0, 1.5)
    shade.addColorStop(0, css(colour, 0))
    shade.addColorStop(1, css(colour, strength))
    pen.fillStyle = shade
    pen.fillRect(-1.2, -1.2, 2.4, 2.4)
  })
}

/** Which way a brush would follow the forms: along edges, and where there are none along a slow swirl. */
const flowAt = (
  px: Pixels,
  w: number,
  h: number,
  x: number,
  y: number,
  swirl: Noise,
  reach: number,
): [number, number] => {
  const at = (ax: number, ay: number) => luminance(px, 4 * (clamp(ay, 0, h - 1) * w + clamp(ax, 0, w - 1)))
  const gx = at(x + reach, y) - at(x - reach, y)
  const gy = at(x, y + reach) - at(x, y - reach)
  const force = Math.hypot(gx, gy)
  if (force < 10) return [swirl(x / 260, y / 260) * 1.1, force]
  return [Math.atan2(gx, -gy), force]
}

interface Dabs {
  spacing: number
  length: number
  width: number
  alpha: number
  /** Only where the picture changes at least this much. */
  detail: number
  /** And at most this much: a broad brush stays inside the forms. */
  limit: number
}

/** Strokes of a loaded brush, each the colour of the place it starts from. */
const dab = (stage: Stage, px: Pixels, { spacing, length, width, alpha, detail, limit }: Dabs): void => {
  const { w, h, pen } = stage
  const next = stage.chance(`dabs${spacing}`)
  const swirl = stage.noise('swirl')
  pen.lineCap = 'round'
  for (let gy = 0; gy < h; gy += spacing) {
    for (let gx = 0; gx < w; gx += spacing) {
      const x = Math.floor(clamp(gx + next() * spacing, 0, w - 1))
      const y = Math.floor(clamp(gy + next() * spacing, 0, h - 1))
      const jitter = next() * 16 - 8
      const wide = width * (0.6 + next() * 0.8)
      const [angle, force] = flowAt(px, w, h, x, y, swirl, Math.max(2, Math.round(width / 2)))
      if (force < detail || force > limit) continue
      const i = 4 * (y * w + x)
      const half = length * (force > 40 ? 0.55 : 1) * 0.5
      const dx = Math.cos(angle) * half
      const dy = Math.sin(angle) * half
      pen.strokeStyle = css(
        [(px[i] as number) + jitter, (px[i + 1] as number) + jitter, (px[i + 2] as number) + jitter],
        alpha,
      )
      pen.lineWidth = force > 40 ? wide * 0.55 : wide
      pen.beginPath()
      pen.moveTo(x - dx, y - dy)
      pen.quadraticCurveTo(x + dy * 0.18, y - dx * 0.18, x + dx, y + dy)
      pen.stroke()
    }
  }
}

/** Weave of the canvas and grain of the paint, as a little light and shade on every pixel. */
const tooth = (stage: Stage, amount: number): void => {
  const { w, h, pen } = stage
  const next = stage.chance('tooth')
  const size = 256
  const tile = new Float32Array(size * size)
  for (let i = 0; i < tile.length; i++) tile[i] = next() + next() - 1
  const image = pen.getImageData(0, 0, w, h)
  const px = image.data
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const here = tile[(y & 255) * size + (x & 255)] as number
      const weave =
        ((tile[((y >> 1) & 255) * size + ((x >> 3) & 255)] as number) +
          (tile[((y >> 3) & 255) * size + ((x >> 1) & 255)] as number)) *
        0.5
      const add = (here * 0.5 + weave) * amount
      const i = 4 * (y * w + x)
      px[i] = (px[i] as number) + add
      px[i + 1] = (px[i + 1] as number) + add
      px[i + 2] = (px[i + 2] as number) + add * 0.9
    }
  }
  pen.putImageData(image, 0, 0)
}

/** How much the picture changes at each pixel: where an inker would draw a line. */
const edges = (px: Pixels, w: number, h: number, reach: number): Float32Array => {
  const force = new Float32Array(w * h)
  const row = w * 4 * reach
  const col = 4 * reach
  for (let y = reach; y < h - reach; y++) {
    for (let x = reach; x < w - reach; x++) {
      const i = 4 * (y * w + x)
      let sum = 0
      for (let c = 0; c < 3; c++) {
        const k = i + c
        const gx = (px[k + col] as number) - (px[k - col] as number)
        const gy = (px[k + row] as number) - (px[k - row] as number)
        sum += gx * gx + gy * gy
      }
      force[y * w + x] = sum
    }
  }
  return force
}

/** The drawing laid back over the strokes: faintly where they agree, plainly where a stroke ran over the edge of a form. */
const glaze = ({ w, h, pen }: Stage, drawing: Pixels): void => {
  const image = pen.getImageData(0, 0, w, h)
  const px = image.data
  for (let i = 0; i < px.length; i += 4) {
    const off =
      Math.abs(luminance(px, i) - luminance(drawing, i)) + 0.5 * Math.abs((px[i] as number) - (drawing[i] as number))
    const keep = 0.14 + 0.82 * smooth(10, 44, off)
    for (let c = i; c < i + 3; c++) px[c] = (px[c] as number) + ((drawing[c] as number) - (px[c] as number)) * keep
  }
  pen.putImageData(image, 0, 0)
}

/** Oil: broad strokes for the masses, fine ones along the forms, the drawing glazed back over, soft light, canvas. */
const paint = (stage: Stage, fine: number): void => {
  const { w, h, u, pen } = stage
  const px = new Uint8ClampedArray(pen.getImageData(0, 0, w, h).data)
  dab(stage, px, {
    spacing: 14 * u * Math.max(fine, 0.62),
    length: 60 * u * fine,
    width: 22 * u * fine,
    alpha: 0.6,
    detail: 0,
    limit: 26,
  })
  dab(stage, px, {
    spacing: 8.5 * u * Math.max(fine, 0.72),
    length: 27 * u * fine,
    width: 9.5 * u * fine,
    alpha: 0.7,
    detail: 8,
    limit: 90,
  })
  dab(stage, px, {
    spacing: 4.6 * u * Math.max(fine, 0.86),
    length: 11 * u * Math.max(fine, 0.7),
    width: 3.4 * u * Math.max(fine, 0.7),
    alpha: 0.75,
    detail: 22,
    limit: 999,
  })
  glaze(stage, px)
  bloom(stage, 0.66, 0.36)
  vignette(stage, 0.5, [10, 6, 14])
  grade(stage, 0.5, 1.16)
  tooth(stage, 7)
}

/** Contrast by an S-curve and colour by saturation: the last look before it leaves the easel. */
const grade = ({ w, h, pen }: Stage, contrast: number, chroma: number): void => {
  const image = pen.getImageData(0, 0, w, h)
  const px = image.data
  const curve = new Uint8ClampedArray(256)
  for (let i = 0; i < 256; i++) curve[i] = 255 * ((1 - contrast) * (i / 255) + contrast * smooth(0.02, 0.98, i / 255))
  for (let i = 0; i < px.length; i += 4) {
    const grey = luminance(px, i)
    for (let c = 0; c < 3; c++)
      px[i + c] = curve[clamp(Math.round(grey + ((px[i + c] as number) - grey) * chroma), 0, 255)] as number
  }
  pen.putImageData(image, 0, 0)
}

/** Flats: contrast, colour and a clean glow; every edge stays where it was cut. */
const polish = (stage: Stage): void => {
  bloom(stage, 0.72, 0.34)
  grade(stage, 0.22, 1.12)
  vignette(stage, 0.22, stage.palette.near)
}

/** Ink: five flat values, dot screens between them, black lines where forms meet, warm paper under all. */
const ink = (stage: Stage): void => {
  const { w, h, u, pen } = stage
  const image = pen.getImageData(0, 0, w, h)
  const source = image.data
  const px = new Uint8ClampedArray(source)
  const force = edges(source, w, h, Math.max(1, Math.round(1.4 * u)))
  const cell = 9.5 * u
  const turn = Math.SQRT1_2 / cell
  const levels = 5
  const line: Rgb = [20, 16, 26]
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const p = y * w + x
      const i = 4 * p
      const grey = Math.max(1, luminance(source, i))
      // A dot screen at 45°: 0 in the middle of a dot, 1 between dots.
      const a = (x + y) * turn * Math.PI * 2
      const b = (x - y) * turn * Math.PI * 2
      const screen = 0.5 - 0.25 * (Math.cos(a) + Math.cos(b))
      const scaled = (grey / 255) * levels
      const low = Math.floor(scaled)
      const part = scaled - low
      // Most of each step is flat; only the passage to the next is dotted.
      const raised = smooth(0.3, 0.9, part)
      const step = low + (smooth(screen - 0.09, screen + 0.09, raised * 1.18 - 0.09) || 0)
      const gain = ((step / levels) * 255 + 10) / grey
      const inked = smooth(1500, 3600, force[p] as number)
      for (let c = 0; c < 3; c++) {
        const value = grey + ((source[i + c] as number) - grey) * 1.32
        const flat = clamp(value * (0.35 + 0.65 * gain), 0, 255) * 0.97 + 6
        px[i + c] = flat + ((line[c] as number) - flat) * inked
      }
    }
  }
  image.data.set(px)
  pen.putImageData(image, 0, 0)
}

/** `fine` shrinks the brush for pictures whose small forms matter: faces, maps. */
export const finish = (stage: Stage, fine = 1): void => {
  if (stage.reference) lean(stage.pen, stage.reference)
  const hands: Record<Style, () => void> = {
    'fantasy-art': () => paint(stage, fine),
    'digital-art': () => polish(stage),
    'comic-book': () => ink(stage),
  }
  hands[stage.style]()
}

/** A soft round light added to what is there. */
export const glow = (pen: Pen, x: number, y: number, radius: number, colour: Rgb, alpha: number): void => {
  apart(pen, () => {
    pen.globalCompositeOperation = 'screen'
    const light = pen.createRadialGradient(x, y, 0, x, y, radius)
    light.addColorStop(0, css(colour, alpha))
    light.addColorStop(0.25, css(colour, alpha * 0.45))
    light.addColorStop(0.6, css(colour, alpha * 0.12))
    light.addColorStop(1, css(colour, 0))
    pen.fillStyle = light
    pen.fillRect(x - radius, y - radius, radius * 2, radius * 2)
  })
}
