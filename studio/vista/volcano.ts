import { css, mix } from '../colour.ts'
import { glow } from '../glow.ts'
import { clamp } from '../noise.ts'
import { apart, type Stage } from '../stage.ts'

const mouth = (stage: Stage): { x: number; wide: number } => ({
  x: stage.w - stage.sun.x + (stage.w / 2 - (stage.w - stage.sun.x)) * 0.4,
  wide: 62 * stage.u,
})

/** Returns the skyline of a volcano with a crater that rises above a range. */
export const volcanoLine = (
  stage: Stage,
  base: number,
  rise: number,
  range: (x: number) => number,
): ((x: number) => number) => {
  const { x: cx, wide } = mouth(stage)
  const rough = stage.noise('cone')
  return (x) => {
    const off = Math.abs(x - cx)
    const flank = Math.exp(-Math.max(0, off - wide) / (rise * 0.62))
    const lip = off < wide ? 0.06 * Math.cos((off / wide) * 1.5) : 0
    const cone = base - rise * (clamp(flank) - lip) + rough(x / (28 * stage.u), 1) * 9 * stage.u
    return Math.min(cone, base - (base - range(x)) * 0.4)
  }
}

/** Draws smoke lit from below, the glow of the crater, and streams of lava. */
export const eruption = (stage: Stage, base: number, rise: number): void => {
  const { pen, u, palette, w } = stage
  const { x, wide } = mouth(stage)
  const top = base - rise * 0.97
  const next = stage.chance('eruption')
  const drift = next.chance(0.5) ? 1 : -1
  for (let i = 60; i >= 0; i--) {
    const t = i / 60
    const px = x + drift * t ** 1.6 * w * 0.32 + next.bell() * (14 + 46 * t) * u
    const py = top - t * rise * 0.85 + next.bell() * 12 * u
    pen.fillStyle = css(
      mix(mix(palette.accent, palette.mid, clamp(t * 2.4)), palette.near, clamp(t * 0.75)),
      0.42 * (1 - t * 0.6),
    )
    pen.beginPath()
    pen.arc(px, py, (22 + 86 * t) * u, 0, 7)
    pen.fill()
  }
  glow(pen, x, top, 330 * u, palette.accent, 0.9)
  apart(pen, () => {
    pen.lineCap = 'round'
    pen.lineJoin = 'round'
    for (let flow = 0; flow < 5; flow++) {
      const points: [number, number][] = []
      let fx = x + next.between(-0.7, 0.7) * wide
      const lean = (fx - x) / wide
      for (let i = 0; i <= 16; i++) {
        points.push([fx, top + 8 * u + (i / 16) * rise * next.between(0.86, 0.9) * (1 - Math.abs(lean) * 0.2)])
        fx += (lean * 16 + next.between(-9, 9)) * u
      }
      for (const [width, colour, alpha] of [
        [17, palette.accent, 0.3],
        [7, palette.accent, 1],
        [2.6, mix(palette.light, [255, 240, 190], 0.6), 1],
      ] as const) {
        pen.strokeStyle = css(colour, alpha)
        pen.lineWidth = width * u * (flow === 2 ? 1.5 : 1)
        pen.beginPath()
        for (const [px, py] of points) pen.lineTo(px, py)
        pen.stroke()
      }
    }
  })
}
