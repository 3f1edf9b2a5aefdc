import { css, hex, mix } from '../colour.ts'
import { glow } from '../glow.ts'
import { drawLand, skyline } from '../land.ts'
import { fbm } from '../noise.ts'
import { inks } from '../palette.ts'
import { reeds } from '../props/ground-cover.ts'
import { house } from '../props/house.ts'
import { apart, type Stage } from '../stage.ts'
import { madeOf } from '../vista/landmarks.ts'
import { forestLine } from '../vista/trees.ts'

/** What stands behind a sitter: a wall of air with a great disc of light, and a hint of the place that the prompt names. */
export const setting = (stage: Stage): { x: number; y: number } => {
  const { w, h, u, pen, palette, has, may, scene, style, sun } = stage
  const next = stage.chance('setting')
  const middle = { x: w * 0.5, y: h * 0.42 }
  const shape = stage.noise('wall')
  const image = pen.createImageData(w, h)
  const px = image.data
  const centre = mix(palette.mid, palette.horizon, 0.5)
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const off = Math.min(1, Math.hypot(x - middle.x - sun.side * 60 * u, y - middle.y) / (760 * u))
      const rough = style === 'fantasy-art' ? 0.16 * fbm(shape, x / (240 * u), y / (240 * u), 4) : 0
      const t = Math.max(0, Math.min(1, off + rough))
      const i = 4 * (y * w + x)
      for (let c = 0; c < 3; c++)
        px[i + c] = (centre[c] as number) + ((palette.zenith[c] as number) - (centre[c] as number)) * t
      px[i + 3] = 255
    }
  }
  pen.putImageData(image, 0, 0)
  const behind = has('motif', 'moon')
    ? 'moon'
    : has('built', 'chapel', 'castle', 'library')
      ? 'window'
      : has('motif', 'sun') || scene.place.length
        ? 'sun'
        : next.pick(['disc', 'rings', 'window', 'moon', 'sun'] as const)
  const r = next.between(270, 330) * u
  if (behind === 'window') {
    pen.fillStyle = css(palette.light, 0.34)
    pen.beginPath()
    pen.moveTo(middle.x - r * 0.8, h)
    pen.lineTo(middle.x - r * 0.8, middle.y - r * 0.3)
    pen.arc(middle.x, middle.y - r * 0.3, r * 0.8, Math.PI, 0)
    pen.lineTo(middle.x + r * 0.8, h)
    pen.fill()
    pen.strokeStyle = css(palette.zenith, 0.5)
    pen.lineWidth = 9 * u
    for (const dx of [-0.27, 0.27]) pen.strokeRect(middle.x + dx * r, middle.y - r * 1.2, 0.1, h)
    for (let y = middle.y - r * 0.6; y < h; y += r * 0.5) pen.strokeRect(middle.x - r * 0.8, y, r * 1.6, 0.1)
  } else if (may(behind)) {
    glow(pen, middle.x + sun.side * r * 0.25, middle.y - r * 0.1, r * 2.2, palette.light, 0.5)
    pen.fillStyle = css(
      mix(palette.light, palette.horizon, behind === 'disc' ? 0.5 : 0.15),
      behind === 'rings' ? 0.2 : behind === 'disc' ? 0.4 : 0.9,
    )
    pen.beginPath()
    pen.arc(middle.x + sun.side * r * 0.25, middle.y - r * 0.1, behind === 'sun' ? r * 0.8 : r, 0, 7)
    pen.fill()
    if (behind === 'rings' || behind === 'disc')
      apart(pen, () => {
        pen.strokeStyle = css(palette.light, 0.5)
        for (const [grow, dash] of [
          [1.06, 0],
          [1.14, 8],
          [1.28, 0],
          [1.34, 3],
        ] as const) {
          pen.lineWidth = (dash ? 3 : 1.6) * u
          pen.setLineDash(dash ? [3 * u, dash * 2 * u] : [])
          pen.beginPath()
          pen.arc(middle.x + sun.side * r * 0.25, middle.y - r * 0.1, r * grow, 0, 7)
          pen.stroke()
        }
      })
  }
  country(stage)
  return middle
}

const country = (stage: Stage): void => {
  const { w, h, u, has, pen, scene, palette } = stage
  const next = stage.chance('country')
  const base = h * 0.72
  if (has('built', 'town', 'city', 'harbour', 'inn') || has('motif', 'village')) {
    for (let i = 0; i < 26; i++) {
      const size = 110 * u * next.between(0.7, 1.3)
      house(
        pen,
        next() * w,
        base + 30 * u,
        size,
        size * next.between(0.5, 1.1),
        madeOf(stage, 0.62, hex('#9a8f80'), hex('#7a4438')),
        next,
      )
    }
    return
  }
  const place = scene.place[0]
  if (!place) return
  const ground = ['mountain', 'tundra', 'volcano'].includes(place)
    ? 'mountain'
    : place === 'desert' || place === 'canyon'
      ? 'mesa'
      : 'hill'
  for (const [i, distance] of [0.8, 0.55].entries()) {
    const top = skyline(stage, `country${i}`, ground, base + i * 90 * u, 200 * u * (1 - i * 0.3), 340 * u)
    drawLand(stage, {
      label: `country${i}`,
      ground,
      top,
      foot: h,
      albedo: place === 'desert' ? hex('#dca868') : ground === 'mountain' ? hex('#7a7f88') : hex('#5f7a4a'),
      distance,
      mist: 0.4,
    })
    if (['forest', 'jungle'].includes(place))
      forestLine(stage, {
        label: `country${i}`,
        top,
        size: (120 + 90 * i) * u,
        distance,
        place,
        from: 0,
        to: w,
        foot: h,
      })
  }
  if (place === 'marsh' || place === 'lake')
    for (let i = 0; i < 12; i++)
      reeds(pen, next() * w, h, next.between(240, 460) * u, { ...inks(palette, hex('#4a5a34'), 0.4) }, next)
}
