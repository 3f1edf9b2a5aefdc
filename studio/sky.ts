import { css, mix, ramp } from './colour.ts'
import { clamp } from './noise.ts'
import { billows, heaps } from './sky/clouds.ts'
import { aurora, comet, moon, stars, sunDisc } from './sky/lights.ts'
import type { Stage } from './stage.ts'

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
