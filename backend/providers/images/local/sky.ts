import { css, mix, type Rgb, ramp } from './colour.ts'
import { glow } from './glow.ts'
import { clamp, fbm, smooth } from './noise.ts'
import { apart, type Stage, sheet } from './stage.ts'

/** Sets where the light stands: low at dawn and dusk, high by day; the moon keeps clear of the horizon. */
const placeLight = (stage: Stage, horizon: number): void => {
  const next = stage.chance('light')
  const low = stage.has('time', 'dawn', 'dusk', 'golden') || (!stage.has('time', 'day', 'night') && next.chance(0.5))
  stage.sun.y =
    horizon *
    (stage.palette.dark > 0.6 ? next.between(0.26, 0.46) : low ? next.between(0.62, 0.84) : next.between(0.24, 0.42))
}

/** Gradient, the light's halo and its reach along the horizon, for each pixel. */
const air = (stage: Stage, horizon: number): void => {
  const { w, h, u, pen, palette, sun, style } = stage
  const table = ramp([
    [0, palette.zenith],
    [0.55, palette.mid],
    [0.92, palette.horizon],
    [1, mix(palette.horizon, palette.light, 0.35)],
  ])
  const image = pen.createImageData(w, h)
  const px = image.data
  const drift = stage.noise('air')
  const halo = 620 * u * (1 - 0.3 * palette.dark)
  const light = palette.light
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const wave = style === 'fantasy-art' ? 0.05 * drift(x / (420 * u), y / (190 * u)) : 0
      const k = 3 * Math.round(255 * clamp(y / horizon + wave))
      const near = clamp(1 - Math.hypot(x - sun.x, (y - sun.y) * 1.15) / halo)
      const warmth = near * near * (0.62 - 0.14 * palette.dark)
      const i = 4 * (y * w + x)
      for (let c = 0; c < 3; c++) {
        const sky = table[k + c] as number
        px[i + c] = sky + ((light[c] as number) - sky) * warmth
      }
      px[i + 3] = 255
    }
  }
  pen.putImageData(image, 0, 0)
}

const stars = (stage: Stage, horizon: number): void => {
  const { w, u, pen, palette } = stage
  const next = stage.chance('stars')
  const count = Math.round(next.between(220, 320) * (w / 1024))
  for (let i = 0; i < count; i++) {
    const y = horizon * next() ** 1.3
    const big = next.chance(0.06)
    pen.fillStyle = css(
      mix(palette.light, [190, 210, 255], next() * 0.6),
      next.between(0.25, 0.95) * (1 - 0.75 * (y / horizon)),
    )
    pen.beginPath()
    pen.arc(next() * w, y, (big ? 2.3 : next.between(0.6, 1.5)) * u, 0, 7)
    pen.fill()
  }
}

const moon = (stage: Stage, size: number, crescent: boolean): void => {
  const { u, pen, palette, sun, style } = stage
  const next = stage.chance('moon')
  const colour = mix(palette.light, [255, 250, 235], 0.3)
  glow(pen, sun.x, sun.y, size * 4.6, palette.light, 0.5)
  const disc = sheet(stage, size * 2, size * 2)
  disc.pen.fillStyle = css(colour)
  disc.pen.beginPath()
  disc.pen.arc(size, size, size - 1, 0, 7)
  disc.pen.fill()
  disc.pen.globalCompositeOperation = 'source-atop'
  for (let i = 0; i < 12; i++) {
    disc.pen.fillStyle = css(mix(colour, palette.mid, 0.5), style === 'digital-art' ? 0.22 : 0.18)
    disc.pen.beginPath()
    disc.pen.ellipse(
      next() * size * 2,
      next() * size * 2,
      size * next.between(0.08, 0.34),
      size * next.between(0.06, 0.24),
      next() * 3,
      0,
      7,
    )
    disc.pen.fill()
  }
  if (crescent) {
    disc.pen.globalCompositeOperation = 'destination-out'
    disc.pen.beginPath()
    disc.pen.arc(size * 0.58, size * 0.86, size * 0.9, 0, 7)
    disc.pen.fill()
  }
  pen.drawImage(disc.canvas, sun.x - size, sun.y - size)
  pen.lineWidth = u
}

const sunDisc = (stage: Stage, size: number): void => {
  const { pen, palette, sun, style, u } = stage
  glow(pen, sun.x, sun.y, size * 5.5, palette.light, 0.75)
  if (style !== 'fantasy-art') {
    pen.strokeStyle = css(palette.light, 0.16)
    for (const ring of [1.5, 2.15, 3]) {
      pen.lineWidth = size * 0.5
      pen.beginPath()
      pen.arc(sun.x, sun.y, size * ring, 0, 7)
      pen.stroke()
    }
  }
  pen.fillStyle = css(mix(palette.light, [255, 255, 250], 0.45))
  pen.beginPath()
  pen.arc(sun.x, sun.y, size, 0, 7)
  pen.fill()
  pen.lineWidth = u
}

/** Painted clouds: billows of noise, lit on the side of the light, thinning to the edges and flattening at the horizon. */
const billows = (stage: Stage, horizon: number, cover: number): void => {
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

/** Cut clouds: flat-bottomed heaps with a lit crown, for flats and ink. */
const heaps = (stage: Stage, horizon: number, cover: number): void => {
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

const aurora = (stage: Stage, horizon: number): void => {
  const { w, u, pen, palette } = stage
  const next = stage.chance('aurora')
  const wave = stage.noise('aurora')
  apart(pen, () => {
    pen.globalCompositeOperation = 'screen'
    for (let band = 0; band < 3; band++) {
      const base = horizon * next.between(0.35, 0.75)
      const colour: Rgb = band === 1 ? [150, 90, 220] : mix([70, 240, 170], palette.accent, 0.15)
      for (let x = 0; x < w; x += 3 * u) {
        const y = base + wave(x / (260 * u), band * 9) * horizon * 0.22
        const tall = horizon * (0.3 + 0.26 * wave(x / (50 * u), band * 5 + 40))
        const light = pen.createLinearGradient(0, y - tall, 0, y)
        light.addColorStop(0, css(colour, 0))
        light.addColorStop(0.75, css(colour, 0.3 + 0.16 * wave(x / (16 * u), band)))
        light.addColorStop(1, css(colour, 0))
        pen.fillStyle = light
        pen.fillRect(x, y - tall, 3.4 * u, tall)
      }
    }
  })
}

const comet = (stage: Stage, horizon: number): void => {
  const { w, u, pen, palette } = stage
  const next = stage.chance('comet')
  const x = w * next.between(0.25, 0.75)
  const y = horizon * next.between(0.15, 0.4)
  const dx = 260 * u * (next.chance(0.5) ? 1 : -1)
  const tail = pen.createLinearGradient(x, y, x + dx, y - 130 * u)
  tail.addColorStop(0, css(palette.light, 0.95))
  tail.addColorStop(1, css(palette.light, 0))
  pen.fillStyle = tail
  pen.beginPath()
  pen.moveTo(x, y - 5 * u)
  pen.lineTo(x + dx, y - 130 * u)
  pen.lineTo(x, y + 5 * u)
  pen.fill()
  glow(pen, x, y, 60 * u, palette.light, 0.9)
}

/** The whole sky down to the horizon, everything in it included. */
export const drawSky = (stage: Stage, horizon: number): void => {
  const { u, palette, pen, may, has, w } = stage
  const next = stage.chance('sky')
  placeLight(stage, horizon)
  air(stage, horizon)
  const night = palette.dark > 0.6
  if ((night || has('motif', 'star')) && may('star') && !has('weather', 'storm', 'cloud', 'fog')) stars(stage, horizon)
  if (has('weather', 'aurora')) aurora(stage, horizon)
  const epic = has('mood', 'epic') ? 1.5 : 1
  const wantsMoon = (has('motif', 'moon') || (night && !has('motif', 'sun'))) && may('moon')
  const hidden = has('weather', 'storm', 'rain', 'cloud') && !has('motif', 'sun', 'moon')
  if (wantsMoon && !hidden)
    moon(stage, next.between(52, 84) * u * epic, has('motif', 'moon') && stage.scene.hash % 3 === 0)
  else if (!night && !hidden && may('sun')) sunDisc(stage, next.between(36, 62) * u * epic)
  if (has('motif', 'planet')) {
    const size = 120 * u
    pen.fillStyle = css(mix(palette.mid, palette.light, 0.4), 0.7)
    pen.beginPath()
    pen.arc(w - stage.sun.x, horizon * 0.3, size, 0, 7)
    pen.fill()
    pen.strokeStyle = css(palette.light, 0.6)
    pen.lineWidth = 7 * u
    pen.beginPath()
    pen.ellipse(w - stage.sun.x, horizon * 0.3, size * 1.8, size * 0.36, -0.3, 0, 7)
    pen.stroke()
  }
  if (has('motif', 'comet') && may('comet')) comet(stage, horizon)
  const cover = has('weather', 'storm')
    ? 0.34
    : has('weather', 'cloud', 'rain', 'snow')
      ? 0.26
      : has('weather', 'clear')
        ? -0.2
        : 0.06
  if (may('cloud') && cover > -0.1) {
    if (stage.style === 'fantasy-art') billows(stage, horizon, cover)
    else heaps(stage, horizon, Math.max(0.05, cover))
  }
}
