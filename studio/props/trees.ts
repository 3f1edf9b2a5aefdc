import { css, type Rgb } from '../colour.ts'
import type { Inks } from '../palette.ts'
import type { Random } from '../random.ts'
import type { Pen } from '../stage.ts'

/** Trees, standing on (x, y). `side` is where the light comes from: 1 right, -1 left. */

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
