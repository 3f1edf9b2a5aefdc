import { css, hex, type Rgb } from '../colour.ts'
import { glow } from '../glow.ts'
import { inks } from '../palette.ts'
import { window } from '../props/made.ts'
import { tower } from '../props/towers.ts'
import type { Stage } from '../stage.ts'
import { type Build, mound, off, type Site } from './site.ts'

/** A nave from its west front: a tall gable, a rose window, a spire next to it. */
export const chapel: Build = (stage, site) => {
  const { span, made, next } = site
  const top = mound(stage, site, span * 0.08, 0.22)
  const { pen, u, sun } = stage
  const x = off(stage)
  const y = top(x) + 26 * u
  const ruin = stage.has('built', 'ruin')
  const { ink, roof, lamp } = made(0.1)
  const half = span * 0.15
  const eave = span * 0.3
  const poly = (colour: Rgb, points: [number, number][]) => {
    pen.fillStyle = css(colour)
    pen.beginPath()
    for (const [px, py] of points) pen.lineTo(px, py)
    pen.fill()
  }
  const s = sun.side
  poly(s < 0 ? ink.shade : ink.base, [
    [x + half, y],
    [x + half, y - eave],
    [x + half * 3, y - eave * 0.94],
    [x + half * 3, y],
  ])
  if (!ruin)
    poly(s < 0 ? roof.shade : roof.base, [
      [x, y - eave - half * 1.5],
      [x + half * 2.1, y - eave - half * 1.32],
      [x + half * 3.1, y - eave * 0.92],
      [x + half, y - eave * 0.98],
    ])
  for (let i = 0; i < 3; i++) {
    window(pen, x + half * (1.4 + i * 0.58), y - eave * 0.32, half * 0.2, half * 0.75, lamp, ink.deep)
    poly(s < 0 ? ink.base : ink.lit, [
      [x + half * (1.64 + i * 0.58), y],
      [x + half * (1.64 + i * 0.58), y - eave * 0.8],
      [x + half * (1.72 + i * 0.58), y - eave * 0.8],
      [x + half * (1.76 + i * 0.58), y],
    ])
  }
  poly(
    s < 0 ? ink.lit : ink.base,
    ruin
      ? [
          [x - half, y],
          [x - half, y - eave * 1.1],
          [x - half * 0.5, y - eave * 1.24],
          [x - half * 0.2, y - eave * 1.1],
          [x + half * 0.2, y - eave * 1.36],
          [x + half * 0.6, y - eave * 0.9],
          [x + half, y - eave],
          [x + half, y],
        ]
      : [
          [x - half, y],
          [x - half, y - eave],
          [x, y - eave - half * 1.5],
          [x + half, y - eave],
          [x + half, y],
        ],
  )
  poly(ink.shade, [
    [x - half, y - eave * 0.66],
    [x - half, y - eave * 0.69],
    [x + half, y - eave * 0.69],
    [x + half, y - eave * 0.66],
  ])
  window(pen, x, y, half * 0.5, half * 0.95, lamp, ink.deep)
  pen.fillStyle = css(lamp ?? ink.deep)
  pen.beginPath()
  pen.arc(x, y - eave * 0.9, half * 0.32, 0, 7)
  pen.fill()
  pen.strokeStyle = css(ink.shade)
  pen.lineWidth = half * 0.05
  for (let i = 0; i < 6; i++) {
    pen.beginPath()
    pen.moveTo(x, y - eave * 0.9)
    pen.lineTo(x + Math.cos(i * 1.047) * half * 0.32, y - eave * 0.9 + Math.sin(i * 1.047) * half * 0.32)
    pen.stroke()
  }
  if (lamp) glow(pen, x, y - eave * 0.9, half * 1.6, lamp, 0.5)
  tower(pen, x - half * 1.35, y, half * 0.8, eave * (ruin ? 1.2 : 1.62), made(0.1), next, ruin ? 'broken' : 'cone')
  graves(stage, site, top)
}

const graves = (stage: Stage, { next, span }: Site, top: (x: number) => number): void => {
  const { pen, u, w, palette } = stage
  const ink = inks(palette, hex('#8a8a86'), 0.06)
  for (let i = 0; i < 14; i++) {
    const x = next() * w
    if (Math.abs(x - off(stage)) < span * 0.2) continue
    const y = top(x) + next.between(24, 80) * u
    const tall = next.between(24, 42) * u
    pen.fillStyle = css(i % 3 ? ink.base : ink.shade)
    pen.beginPath()
    pen.moveTo(x - tall * 0.35, y)
    pen.lineTo(x - tall * 0.33, y - tall * 0.7)
    pen.arc(x, y - tall * 0.7, tall * 0.33, Math.PI, 0)
    pen.lineTo(x + tall * 0.35, y)
    pen.fill()
  }
}
