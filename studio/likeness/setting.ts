import { css, hex, mix, type Rgb } from '../colour.ts'
import { glow } from '../glow.ts'
import { drawLand, skyline } from '../land.ts'
import { clamp, fbm } from '../noise.ts'
import { inks } from '../palette.ts'
import { reeds } from '../props/ground-cover.ts'
import { house } from '../props/house.ts'
import { apart, type Stage, sheet } from '../stage.ts'
import { madeOf } from '../vista/landmarks.ts'
import { forestLine } from '../vista/trees.ts'

/** Paints a backdrop that is light behind the shaded side of the sitter and dark behind the lit side. */
const air = (stage: Stage, middle: { x: number; y: number }, depth: number): void => {
  const { w, h, u, pen, palette, style, sun } = stage
  const patch = stage.noise('wall')
  const dark = mix(mix(palette.zenith, palette.near, depth), [12, 10, 14], 0.15)
  const light = mix(mix(palette.mid, palette.horizon, 0.45), dark, 0.25 * depth)
  const paint = style === 'fantasy-art'
  const image = pen.createImageData(w, h)
  const px = image.data
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const across = ((x - middle.x) / (620 * u)) * -sun.side
      const off = Math.hypot(x - middle.x + sun.side * 190 * u, (y - middle.y) * 0.9) / (820 * u)
      const rough = paint ? 0.34 * fbm(patch, x / (210 * u) + y / (700 * u), y / (150 * u), 4) : 0
      const t = clamp(1.02 - off + 0.16 * across + rough)
      const k = style === 'comic-book' ? Math.round(t * 3) / 3 : t
      const i = 4 * (y * w + x)
      for (let c = 0; c < 3; c++) px[i + c] = (dark[c] as number) + ((light[c] as number) - (dark[c] as number)) * k
      px[i + 3] = 255
    }
  }
  pen.putImageData(image, 0, 0)
}

type Behind = 'moon' | 'sun' | 'window' | 'arch' | 'curtain' | 'air' | 'rays'

const behindOf = (stage: Stage): Behind => {
  const { has, scene } = stage
  const next = stage.chance('behind')
  if (has('motif', 'moon')) return 'moon'
  if (has('built', 'chapel', 'castle', 'library')) return 'window'
  if (has('motif', 'sun')) return 'sun'
  if (scene.place.length) return 'air'
  if (has('person', 'ruler', 'noble')) return next.pick(['curtain', 'arch', 'window'])
  if (has('person', 'monk', 'wizard')) return next.pick(['arch', 'window', 'rays', 'air'])
  return next.pick(['air', 'air', 'rays', 'arch', 'curtain', 'moon'])
}

/** Draws a moon, sun, window, arch, curtain or rays behind the sitter, out of focus in the painted style. */
const behindSitter = (stage: Stage, at: { x: number; y: number }): void => {
  const { w, h, u, pen, palette, sun, may, style } = stage
  const next = stage.chance('setting')
  const behind = behindOf(stage)
  const soft = style === 'fantasy-art' ? 5 * u : 0
  const x = at.x - sun.side * w * next.between(0.1, 0.26)
  const pale = mix(palette.light, palette.horizon, 0.35)
  apart(pen, () => {
    if (soft) pen.filter = `blur(${soft}px)`
    if ((behind === 'moon' || behind === 'sun') && may(behind)) {
      const r = next.between(110, 230) * u
      const y = h * next.between(0.2, 0.36)
      glow(pen, x, y, r * 2.6, palette.light, 0.55)
      pen.fillStyle = css(pale, 0.92)
      pen.beginPath()
      pen.arc(x, y, r, 0, 7)
      pen.fill()
    } else if (behind === 'window' || behind === 'arch') {
      const wide = w * next.between(0.17, 0.25)
      const top = h * next.between(0.16, 0.3)
      const shape = () => {
        pen.beginPath()
        pen.moveTo(x - wide, h)
        pen.lineTo(x - wide, top)
        pen.bezierCurveTo(x - wide, top - wide * 0.9, x - wide * 0.4, top - wide * 1.3, x, top - wide * 1.5)
        pen.bezierCurveTo(x + wide * 0.4, top - wide * 1.3, x + wide, top - wide * 0.9, x + wide, top)
        pen.lineTo(x + wide, h)
      }
      const fill = pen.createLinearGradient(0, top - wide, 0, h)
      fill.addColorStop(0, css(mix(pale, palette.mid, 0.3), 0.85))
      fill.addColorStop(0.6, css(pale, 0.8))
      fill.addColorStop(1, css(palette.far, 0.6))
      pen.fillStyle = fill
      shape()
      pen.fill()
      pen.strokeStyle = css(mix(palette.near, palette.zenith, 0.3), 0.9)
      pen.lineWidth = 26 * u
      shape()
      pen.stroke()
      if (behind === 'window') {
        pen.lineWidth = 7 * u
        for (let k = 1; k < 4; k++) pen.strokeRect(x - wide + (wide * k) / 2, top - wide * 1.4, 0.1, h)
        for (let y = top - wide * 0.6; y < h; y += wide * 0.62) pen.strokeRect(x - wide, y, wide * 2, 0.1)
      }
      glow(pen, x, top + wide * 0.4, wide * 3, palette.light, 0.35)
    } else if (behind === 'curtain') {
      const cloth = mix(next.pick([hex('#5a1c22'), hex('#1e3a34'), hex('#2a2450'), hex('#4a3418')]), palette.near, 0.3)
      const from = sun.side > 0 ? w : 0
      for (let k = 0; k < 9; k++) {
        const cx = from - sun.side * w * (0.03 + 0.062 * k)
        const fold = pen.createLinearGradient(cx - 40 * u, 0, cx + 40 * u, 0)
        const lit = mix(cloth, palette.light, 0.2)
        fold.addColorStop(0, css(cloth, 0))
        fold.addColorStop(0.35, css(lit, 0.95 - k * 0.05))
        fold.addColorStop(1, css(mix(cloth, [0, 0, 0], 0.6), 0.95 - k * 0.05))
        pen.fillStyle = fold
        pen.beginPath()
        pen.moveTo(cx - 46 * u, 0)
        pen.bezierCurveTo(cx - 30 * u, h * 0.4, cx - sun.side * -80 * u, h * 0.7, cx - 20 * u + sun.side * 120 * u, h)
        pen.lineTo(cx + 80 * u + sun.side * 120 * u, h)
        pen.bezierCurveTo(cx + 60 * u, h * 0.7, cx + 30 * u, h * 0.4, cx + 46 * u, 0)
        pen.fill()
      }
    } else if (behind === 'rays') {
      const fx = sun.side > 0 ? w * 1.02 : -w * 0.02
      for (let k = 0; k < 7; k++) {
        const a = Math.PI / 2 + sun.side * next.between(0.35, 1.15)
        const spread = next.between(0.02, 0.06)
        pen.fillStyle = css(palette.light, next.between(0.06, 0.16))
        pen.beginPath()
        pen.moveTo(fx, -h * 0.05)
        pen.lineTo(fx + Math.cos(a - spread) * h * 2, Math.sin(a - spread) * h * 2)
        pen.lineTo(fx + Math.cos(a + spread) * h * 2, Math.sin(a + spread) * h * 2)
        pen.fill()
      }
    }
  })
}

/** Draws sparks or dust out of focus, which add depth. */
const motes = (stage: Stage): void => {
  const { w, h, u, pen, palette, has, may } = stage
  if (!may('dust')) return
  const next = stage.chance('motes')
  const warm: Rgb = has('mood', 'magical', 'eerie') ? palette.accent : mix(palette.light, palette.accent, 0.5)
  const count = has('mood', 'magical', 'infernal', 'holy') ? 46 : 16
  for (let i = 0; i < count; i++)
    glow(pen, next() * w, next() * h * 0.9, next.between(5, 26) * u, warm, next.between(0.12, 0.5))
}

/** Draws the background of a portrait: backdrop, light, and a hint of the place in the prompt. Returns the centre for the subject. */
export const setting = (stage: Stage): { x: number; y: number } => {
  const { w, h } = stage
  const next = stage.chance('ground')
  const middle = { x: w * next.between(0.46, 0.54), y: h * next.between(0.38, 0.48) }
  air(stage, middle, next.between(0.35, 0.8))
  behindSitter(stage, middle)
  country(stage)
  motes(stage)
  return middle
}

const country = (stage: Stage): void => {
  const { w, h, u, has, scene, palette, style } = stage
  const next = stage.chance('country')
  const place = scene.place[0]
  const town = has('built', 'town', 'city', 'harbour', 'inn') || has('motif', 'village')
  if (!place && !town) return
  const base = h * next.between(0.52, 0.74)
  const own = sheet(stage)
  const far = { ...stage, canvas: own.canvas, pen: own.pen }
  if (town)
    for (let i = 0; i < 26; i++) {
      const size = 110 * u * next.between(0.7, 1.3)
      house(
        own.pen,
        next() * w,
        base + 30 * u,
        size,
        size * next.between(0.5, 1.1),
        madeOf(stage, 0.62, hex('#9a8f80'), hex('#7a4438')),
        next,
      )
    }
  else if (place) {
    const ground = ['mountain', 'tundra', 'volcano'].includes(place)
      ? 'mountain'
      : place === 'desert' || place === 'canyon'
        ? 'mesa'
        : 'hill'
    for (const [i, distance] of [0.8, 0.55].entries()) {
      const top = skyline(stage, `country${i}`, ground, base + i * 90 * u, 200 * u * (1 - i * 0.3), 340 * u)
      drawLand(far, {
        label: `country${i}`,
        ground,
        top,
        foot: h,
        albedo: place === 'desert' ? hex('#dca868') : ground === 'mountain' ? hex('#7a7f88') : hex('#5f7a4a'),
        distance,
        mist: 0.4,
      })
      if (['forest', 'jungle'].includes(place))
        forestLine(far, {
          label: `country${i}`,
          top,
          size: (120 + 90 * i) * u,
          distance,
          place,
          from: 0,
          to: w,
        })
    }
    if (place === 'marsh' || place === 'lake')
      for (let i = 0; i < 12; i++)
        reeds(own.pen, next() * w, h, next.between(240, 460) * u, { ...inks(palette, hex('#4a5a34'), 0.4) }, next)
  }
  apart(stage.pen, () => {
    if (style === 'fantasy-art') stage.pen.filter = `blur(${(3.5 * u).toFixed(2)}px)`
    stage.pen.drawImage(own.canvas, 0, 0)
  })
}
