import { Path2D } from '@napi-rs/canvas'
import { css, mix, type Rgb } from './colour.ts'
import type { Inks } from './palette.ts'
import type { Random } from './random.ts'
import type { Pen } from './stage.ts'

/** Plants and stones, standing on (x, y). `side` is where the light comes from: 1 right, -1 left. */

export const conifer = (pen: Pen, x: number, y: number, tall: number, ink: Inks, side: number, next: Random): void => {
  const tiers = 6 + Math.floor(next() * 3)
  const wide = tall * next.between(0.17, 0.24)
  const lean = tall * next.between(-0.015, 0.015)
  pen.fillStyle = css(ink.deep)
  pen.fillRect(x - tall * 0.014, y - tall * 0.16, tall * 0.028, tall * 0.16)
  const outline = (half: 0 | 1 | -1, drop: number): void => {
    pen.beginPath()
    pen.moveTo(x + lean, y - tall)
    for (const edge of half === 0 ? [-1, 1] : [half]) {
      const steps = Array.from({ length: tiers }, (_, i) => (edge === -1 ? i : i))
      const points: [number, number][] = []
      for (const i of steps) {
        const t = (i + 1) / tiers
        const reach = wide * (0.14 + 0.86 * t) * (0.84 + 0.3 * Math.abs(Math.sin(i * 12.9 + x)))
        const yy = y - tall * (1 - t * 0.9) + drop
        points.push([x + edge * reach, yy + tall * 0.02], [x + edge * reach * 0.46, yy - tall * 0.012])
      }
      if (half === 0 && edge === 1) points.reverse()
      for (const [px, py] of points) pen.lineTo(px, py)
      if (half !== 0) pen.lineTo(x, y - tall * 0.1 + drop)
    }
    pen.closePath()
    pen.fill()
  }
  pen.fillStyle = css(ink.shade)
  outline(0, 0)
  pen.fillStyle = css(ink.base)
  outline(side as 1 | -1, 0)
  pen.strokeStyle = css(ink.lit, 0.8)
  pen.lineWidth = Math.max(0.8, tall * 0.008)
  for (let i = 1; i < tiers; i++) {
    const t = i / tiers
    const reach = wide * (0.14 + 0.8 * t) * 0.8
    const yy = y - tall * (1 - t * 0.9)
    pen.beginPath()
    pen.moveTo(x + side * reach * 0.25, yy - tall * 0.03)
    pen.lineTo(x + side * reach, yy + tall * 0.008)
    pen.stroke()
  }
}

export const broadleaf = (
  pen: Pen,
  x: number,
  y: number,
  tall: number,
  ink: Inks,
  side: number,
  next: Random,
): void => {
  const w = tall * 0.045
  pen.fillStyle = css(ink.deep)
  pen.beginPath()
  pen.moveTo(x - w, y)
  pen.quadraticCurveTo(x - w * 0.5, y - tall * 0.3, x - w * 0.6, y - tall * 0.6)
  pen.lineTo(x + w * 0.6, y - tall * 0.6)
  pen.quadraticCurveTo(x + w * 0.5, y - tall * 0.3, x + w, y)
  pen.fill()
  // A big tree shows its leaf masses, a small one only its outline.
  const count = tall > 300 ? 34 : 11
  const lumps = Array.from({ length: count }, (_, i) => {
    const a = (i / count) * Math.PI * 2 * 3 + next() * 0.8
    const far = i < 3 ? 0.1 : next.between(0.12, 0.28)
    const small = count > 20 ? 0.62 : 1
    return {
      x: x + Math.cos(a) * far * tall * 1.2,
      y: y - tall * 0.66 + Math.sin(a) * far * tall * 0.85,
      r: tall * next.between(0.12, 0.19) * small,
    }
  }).sort((a, b) => a.y - b.y)
  const crown = (dx: number, dy: number, size: number, colour: Rgb, keep: number, alpha = 1) => {
    pen.fillStyle = css(colour, alpha)
    pen.beginPath()
    lumps.forEach((lump, i) => {
      if (i % keep !== 0) return
      pen.moveTo(lump.x + dx, lump.y + dy)
      pen.arc(lump.x + dx, lump.y + dy, lump.r * size, 0, 7)
    })
    pen.fill()
  }
  crown(0, 0, 1, ink.shade, 1)
  if (count === 11) {
    crown(side * tall * 0.03, -tall * 0.035, 0.84, ink.base, 1)
    crown(side * tall * 0.065, -tall * 0.075, 0.52, ink.lit, 2)
    return
  }
  for (let i = 0; i < 260; i++) {
    const lump = next.pick(lumps)
    const a = next() * Math.PI * 2
    const lx = lump.x + Math.cos(a) * lump.r
    const ly = lump.y + Math.sin(a) * lump.r
    const light = (side * Math.cos(a) - 1.2 * Math.sin(a)) * 0.5 + 0.35 * side * ((lx - x) / (tall * 0.3))
    pen.fillStyle = css(light > 0.55 ? ink.lit : light > 0.05 ? ink.base : ink.shade)
    pen.beginPath()
    pen.ellipse(lx, ly, tall * next.between(0.014, 0.034), tall * next.between(0.01, 0.02), a, 0, 7)
    pen.fill()
  }
}

export const palmTree = (pen: Pen, x: number, y: number, tall: number, ink: Inks, side: number, next: Random): void => {
  const bend = tall * next.between(-0.2, 0.2)
  pen.strokeStyle = css(ink.deep)
  pen.lineWidth = tall * 0.03
  pen.beginPath()
  pen.moveTo(x, y)
  pen.quadraticCurveTo(x + bend * 0.2, y - tall * 0.6, x + bend, y - tall * 0.86)
  pen.stroke()
  for (let i = 0; i < 11; i++) {
    const a = -Math.PI * (0.02 + 0.96 * (i / 10)) + next.between(-0.1, 0.1)
    const reach = tall * next.between(0.28, 0.36)
    const tx = x + bend + Math.cos(a) * reach
    const ty = y - tall * 0.86 + Math.sin(a) * reach * 0.55 + reach * 0.42
    pen.fillStyle = css(Math.cos(a) * side > 0 ? ink.base : ink.shade)
    pen.beginPath()
    pen.moveTo(x + bend, y - tall * 0.86)
    pen.quadraticCurveTo((x + bend + tx) / 2, ty - reach * 0.75, tx, ty)
    pen.quadraticCurveTo((x + bend + tx) / 2, ty - reach * 0.42, x + bend, y - tall * 0.86)
    pen.fill()
  }
}

export const deadTree = (pen: Pen, x: number, y: number, tall: number, ink: Inks, next: Random): void => {
  pen.strokeStyle = css(ink.deep)
  pen.lineCap = 'round'
  const branch = (bx: number, by: number, angle: number, length: number, width: number, depth: number): void => {
    const ex = bx + Math.cos(angle) * length
    const ey = by + Math.sin(angle) * length
    pen.lineWidth = width
    pen.beginPath()
    pen.moveTo(bx, by)
    pen.quadraticCurveTo(bx + Math.cos(angle + 0.35) * length * 0.5, by + Math.sin(angle + 0.35) * length * 0.5, ex, ey)
    pen.stroke()
    if (depth === 0) return
    const forks = depth > 3 ? 2 : next.int(2, 3)
    for (let i = 0; i < forks; i++) {
      const turn = (i - (forks - 1) / 2) * next.between(0.6, 1.05) + next.between(-0.2, 0.2)
      branch(ex, ey, angle + turn, length * next.between(0.6, 0.8), width * 0.62, depth - 1)
    }
  }
  branch(x, y, -Math.PI / 2 + next.between(-0.15, 0.15), tall * 0.3, tall * 0.075, 5)
}

export const rock = (
  pen: Pen,
  x: number,
  y: number,
  wide: number,
  tall: number,
  ink: Inks,
  side: number,
  next: Random,
): void => {
  const points = Array.from({ length: 9 }, (_, i) => {
    const a = Math.PI + (i / 8) * Math.PI
    const r = next.between(0.78, 1.08)
    return [x + Math.cos(a) * wide * 0.5 * r, y + Math.sin(a) * tall * r] as const
  })
  const shape = (colour: Rgb, from: readonly (readonly [number, number])[]) => {
    pen.fillStyle = css(colour)
    pen.beginPath()
    for (const [px, py] of from) pen.lineTo(px, py)
    pen.closePath()
    pen.fill()
  }
  shape(ink.shade, points)
  const peak = points[4] ?? [x, y - tall]
  const half = side > 0 ? points.slice(4) : points.slice(0, 5)
  shape(ink.base, [...half, [x + side * wide * 0.06, y], [x - side * wide * 0.08, y - tall * 0.5]])
  const shine = side > 0 ? points.slice(4, 7) : points.slice(2, 5)
  shape(ink.lit, [...shine, [peak[0] + side * wide * 0.1, peak[1] + tall * 0.34]])
}

export const reeds = (pen: Pen, x: number, y: number, tall: number, ink: Inks, next: Random, count = 7): void => {
  pen.lineCap = 'round'
  for (let i = 0; i < count; i++) {
    const bx = x + next.between(-0.35, 0.35) * tall
    const high = tall * next.between(0.5, 1)
    const lean = next.between(-0.24, 0.24) * high
    pen.strokeStyle = css(next.chance(0.3) ? ink.base : ink.deep)
    pen.lineWidth = Math.max(1, tall * 0.012)
    pen.beginPath()
    pen.moveTo(bx, y)
    pen.quadraticCurveTo(bx, y - high * 0.6, bx + lean, y - high)
    pen.stroke()
    if (next.chance(0.3)) {
      pen.lineWidth = tall * 0.035
      pen.beginPath()
      pen.moveTo(bx + lean * 0.8, y - high * 0.86)
      pen.lineTo(bx + lean, y - high)
      pen.stroke()
    }
  }
}

export const tuft = (pen: Pen, x: number, y: number, tall: number, colour: Rgb, next: Random): void => {
  pen.fillStyle = css(colour)
  pen.beginPath()
  for (let i = 0; i < 6; i++) {
    const bx = x + (i - 2.5) * tall * 0.14
    const lean = (i - 2.5) * tall * 0.13 + next.between(-0.1, 0.1) * tall
    pen.moveTo(bx - tall * 0.05, y)
    pen.quadraticCurveTo(bx, y - tall * 0.6, bx + lean, y - tall * next.between(0.6, 1))
    pen.quadraticCurveTo(bx + tall * 0.06, y - tall * 0.4, bx + tall * 0.05, y)
  }
  pen.fill()
}

export const crystal = (pen: Pen, x: number, y: number, tall: number, colour: Rgb, deep: Rgb, next: Random): void => {
  for (let i = 0; i < 5; i++) {
    const lean = (i - 2) * 0.28 + next.between(-0.12, 0.12)
    const high = tall * (1 - Math.abs(i - 2) * 0.24) * next.between(0.8, 1.1)
    const wide = high * 0.13
    const tx = x + Math.sin(lean) * high
    const ty = y - Math.cos(lean) * high
    const facet = (shade: Rgb, a: number, b: number) => {
      pen.fillStyle = css(shade, 0.95)
      pen.beginPath()
      pen.moveTo(x + a * wide + (i - 2) * wide * 0.7, y)
      pen.lineTo(tx + a * wide - Math.sin(lean) * high * 0.18, ty + high * 0.2)
      pen.lineTo(tx, ty)
      pen.lineTo(tx + b * wide - Math.sin(lean) * high * 0.18, ty + high * 0.2)
      pen.lineTo(x + b * wide + (i - 2) * wide * 0.7, y)
      pen.fill()
    }
    facet(mix(colour, deep, 0.45), -1, 0.25)
    facet(mix(colour, [255, 255, 255], 0.3), 0.25, 1)
  }
}

export const mushroom = (pen: Pen, x: number, y: number, tall: number, cap: Rgb, ink: Inks): void => {
  pen.fillStyle = css(ink.base)
  pen.beginPath()
  pen.moveTo(x - tall * 0.07, y)
  pen.quadraticCurveTo(x - tall * 0.02, y - tall * 0.4, x - tall * 0.06, y - tall * 0.66)
  pen.lineTo(x + tall * 0.06, y - tall * 0.66)
  pen.quadraticCurveTo(x + tall * 0.04, y - tall * 0.4, x + tall * 0.08, y)
  pen.fill()
  pen.fillStyle = css(mix(cap, ink.deep, 0.5))
  pen.beginPath()
  pen.ellipse(x, y - tall * 0.64, tall * 0.38, tall * 0.09, 0, 0, 7)
  pen.fill()
  pen.fillStyle = css(cap)
  pen.beginPath()
  pen.moveTo(x - tall * 0.38, y - tall * 0.64)
  pen.bezierCurveTo(x - tall * 0.34, y - tall * 1.1, x + tall * 0.34, y - tall * 1.1, x + tall * 0.38, y - tall * 0.64)
  pen.quadraticCurveTo(x, y - tall * 0.52, x - tall * 0.38, y - tall * 0.64)
  pen.fill()
}

export const birds = (pen: Pen, x: number, y: number, size: number, colour: Rgb, next: Random, count: number): void => {
  pen.strokeStyle = css(colour, 0.85)
  pen.lineCap = 'round'
  for (let i = 0; i < count; i++) {
    const bx = x + next.bell() * size * 4
    const by = y + next.bell() * size * 1.6
    const s = size * next.between(0.4, 1)
    const lift = s * next.between(0.1, 0.55)
    pen.lineWidth = s * 0.12
    pen.beginPath()
    pen.moveTo(bx - s, by - lift)
    pen.quadraticCurveTo(bx - s * 0.4, by - lift * 1.2, bx, by)
    pen.quadraticCurveTo(bx + s * 0.4, by - lift * 1.2, bx + s, by - lift * 0.8)
    pen.stroke()
  }
}

export const dragonAloft = (pen: Pen, x: number, y: number, size: number, colour: Rgb, facing: number): void => {
  pen.save()
  pen.translate(x, y)
  pen.scale(facing * size, size)
  pen.fillStyle = css(colour)
  // The body with neck and tail, then the far and the near wing with its scalloped skin.
  pen.fill(
    new Path2D(
      'M1.02 -.2L.9 -.26L.86 -.33L.82 -.25C.7 -.24 .6 -.12 .46 -.04C.3 .02 .1 .02 -.1 .08C-.4 .16 -.62 .34 -.98 .26L-1.14 .34L-1.06 .2L-.96 .2C-.66 .24 -.46 .02 -.14 -.06C.1 -.12 .3 -.1 .44 -.16C.58 -.24 .68 -.34 .84 -.36L1.04 -.24Z',
    ),
  )
  pen.fill(new Path2D('M.2 -.06C.16 -.3 .02 -.62 -.2 -.86C.06 -.8 .3 -.62 .36 -.44C.4 -.3 .38 -.16 .32 -.08Z'))
  pen.fill(
    new Path2D(
      'M.24 -.04C.1 -.34 -.2 -.66 -.62 -.8C-.56 -.62 -.6 -.5 -.7 -.36C-.56 -.4 -.44 -.36 -.38 -.22C-.28 -.28 -.16 -.26 -.1 -.12C0 -.16 .1 -.12 .14 -.02Z',
    ),
  )
  pen.restore()
}
