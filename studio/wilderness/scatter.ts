import type { Stage } from '../stage.ts'
import { camp } from './camp.ts'
import { cliff } from './cliff.ts'
import { meeting } from './course.ts'
import { boulder, log, tufts } from './ground-cover.ts'
import type { Land, Spot } from './land.ts'
import { ruin, stoneCircle } from './ruins.ts'
import { thing } from './thing.ts'
import { trees } from './trees.ts'
import { bridge, field, jetty } from './works.ts'

/** What grows and lies on the land, lowest first: flowers, stones, works of people, then the crowns of trees. Answers where fires burn. */
export const scatter = (stage: Stage, land: Land): Spot[] => {
  const { w, h, has, may } = stage
  const next = stage.chance('scatter')
  const { cell } = land
  const dry = (x: number, y: number, margin: number) => land.wetness(x, y) > margin && land.onPath(x, y) > margin
  const find = (margin: number, tries = 60, inner = 0.14): { x: number; y: number } => {
    for (let i = 0; i < tries; i++) {
      const x = w * (inner + (1 - 2 * inner) * next())
      const y = h * (inner + (1 - 2 * inner) * next())
      if (dry(x, y, margin)) return { x, y }
    }
    return { x: w / 2, y: h / 2 }
  }
  const kept: Spot[] = []
  const keep = (spot: Spot) => kept.push(spot)
  const fires: Spot[] = []
  tufts(stage, land, dry)
  if (land.courses.cliff) stage.thing(['cliff'], () => cliff(stage, land))
  if (has('ground', 'farm') && may('farm')) {
    for (let i = 0; i < 3; i++) {
      const at = find(cell * 2.5)
      field(stage, land, at)
      keep({ ...at, size: cell * 3 })
    }
  }
  if (land.courses.river && land.courses.paths[0]) {
    const at = meeting(land.courses.river, land.courses.paths[0])
    if (may('bridge')) stage.thing(['bridge'], () => bridge(stage, land, at))
    keep({ ...at, size: cell * 2.6 })
  }
  if (has('ground', 'ruin') && may('ruin')) {
    const at = find(cell * 3)
    stage.thing(['ruin'], () => ruin(stage, land, at))
    keep({ ...at, size: cell * 3.6 })
  }
  if (has('ground', 'stones') && may('stones')) {
    const at = find(cell * 3.2)
    stage.thing(['stones'], () => stoneCircle(stage, land, at))
    keep({ ...at, size: cell * 3.8 })
  }
  if (has('ground', 'grave') && may('grave')) {
    const at = find(cell * 3)
    for (let i = 0; i < 12; i++)
      thing(
        stage,
        land,
        'coffin',
        at.x + ((i % 4) - 1.5) * cell * 1.5,
        at.y + (Math.floor(i / 4) - 1) * cell * 2.1,
        0.8,
      )
    keep({ ...at, size: cell * 4 })
  }
  if (has('ground', 'camp', 'fire') && may('camp')) {
    const at = find(cell * 2.4)
    stage.thing(['camp'], () => camp(stage, land, at, has('ground', 'camp')))
    fires.push({ ...at, size: cell })
    keep({ ...at, size: cell * 3.4 })
  }
  if (may('rock'))
    for (let i = 0; i < (has('ground', 'rock', 'cliff', 'desert') ? 46 : 18) * (w / 1024); i++) {
      const x = next() * w
      const y = next() * h
      if (land.onPath(x, y) < cell * 0.3 || land.wetness(x, y) < -cell * 0.7) continue
      boulder(stage, land, x, y, cell * next.between(0.16, 0.5), next)
    }
  if (may('log')) for (let i = 0; i < (has('ground', 'log') ? 6 : 2); i++) log(stage, find(cell * 0.8), cell, next)
  if (has('ground', 'boat') || has('ground', 'pier')) stage.thing(['pier'], () => jetty(stage, land, next))
  stage.thing(['tree'], () => trees(stage, land, kept, next))
  return fires
}
