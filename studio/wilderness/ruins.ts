import { css, mix } from '../colour.ts'
import { rockHeap } from '../map-objects/masonry.ts'
import { objects } from '../map-objects.ts'
import { apart, type Stage } from '../stage.ts'
import { boulder } from './ground-cover.ts'
import type { Land } from './land.ts'
import { thing } from './thing.ts'

export const ruin = (stage: Stage, land: Land, { x, y }: { x: number; y: number }): void => {
  const next = stage.chance('ruin')
  const { pen } = stage
  const { cell } = land
  const stone = mix(land.look.rock, [255, 244, 220], 0.12)
  apart(pen, () => {
    pen.translate(x, y)
    pen.rotate(next.between(-0.2, 0.2))
    pen.fillStyle = css(mix(land.look.path, stone, 0.5), 0.6)
    pen.fillRect(-cell * 3, -cell * 2.4, cell * 6, cell * 4.8)
    const block = (bx: number, by: number) => {
      const s = cell * next.between(0.4, 0.52)
      pen.fillStyle = css([0, 0, 0], 0.4)
      pen.fillRect(bx - s / 2 + 4, by - s / 2 + 6, s, s)
      pen.fillStyle = css(mix(stone, [0, 0, 0], next.between(0.1, 0.34)))
      pen.fillRect(bx - s / 2, by - s / 2, s, s)
      pen.fillStyle = css(mix(stone, [255, 250, 235], next.between(0.05, 0.3)))
      pen.fillRect(bx - s / 2, by - s / 2, s * 0.84, s * 0.8)
    }
    for (let i = -3; i <= 3; i += 0.5) {
      if (next.chance(0.78)) block(i * cell, -2.4 * cell)
      if (next.chance(0.5)) block(i * cell, 2.4 * cell)
    }
    for (let i = -2; i <= 2; i += 0.5) {
      if (next.chance(0.82)) block(-3 * cell, i * cell)
      if (next.chance(0.44)) block(3 * cell, i * cell)
    }
    for (const [px, py] of [
      [-1.5, -1],
      [1.5, -1],
      [-1.5, 1],
      [1.5, 1],
    ] as const)
      if (next.chance(0.7))
        apart(pen, () => {
          pen.translate(px * cell, py * cell)
          pen.scale(cell * 0.9, cell * 0.9)
          objects.pillar(pen, next, { stone: land.look.rock, floor: land.look.path, accent: stage.palette.accent })
        })
    for (let i = 0; i < 7; i++)
      apart(pen, () => {
        pen.translate(next.between(-3.2, 3.2) * cell, next.between(-2.6, 2.6) * cell)
        pen.scale(cell, cell)
        rockHeap(pen, next, { stone: land.look.rock, floor: land.look.path, accent: stage.palette.accent })
      })
  })
}

export const stoneCircle = (stage: Stage, land: Land, { x, y }: { x: number; y: number }): void => {
  const next = stage.chance('henge')
  const { cell } = land
  stage.pen.fillStyle = css(land.look.path, 0.4)
  stage.pen.beginPath()
  stage.pen.arc(x, y, cell * 3.1, 0, 7)
  stage.pen.fill()
  if (stage.may('altar')) thing(stage, land, 'altar', x, y, 0.8)
  for (let i = 0; i < 11; i++) {
    const a = (i / 11) * Math.PI * 2
    boulder(
      stage,
      land,
      x + Math.cos(a) * cell * 2.7,
      y + Math.sin(a) * cell * 2.7,
      cell * next.between(0.42, 0.6),
      next,
    )
  }
}
