import type { Idea } from '../lexicon.ts'
import { rock } from '../props/ground-cover.ts'
import { window } from '../props/made.ts'
import { arches } from '../props/ruins.ts'
import { lampsLit } from '../vista/landmarks.ts'
import { chapel } from './chapel.ts'
import { type Build, mound, off } from './site.ts'
import { castleOnHill, crossing, inn, lightOnRock, loneTower, mill } from './solitary.ts'
import { camp, city, gate, rows } from './town.ts'

const ruin: Build = (stage, site) => {
  const { span, made, next, line, wet } = site
  const { u, pen, w } = stage
  const far = made(0.5)
  arches(pen, w * 0.5 + stage.sun.side * w * 0.2, line, span * 0.5, span * 0.2, 5, far, next)
  const top = wet ? () => line : mound(stage, site, span * 0.05, 0.2)
  const x = off(stage)
  arches(pen, x, top(x) + (wet ? 4 : 40) * u, Math.min(w * 0.86, span * 0.92), span * 0.44, 4, made(0.12), next)
  if (!wet)
    for (let i = 0; i < 16; i++) {
      const rx = x + next.bell() * span * 0.36
      rock(
        pen,
        rx,
        top(rx) + next.between(34, 86) * u,
        next.between(30, 100) * u,
        next.between(14, 40) * u,
        made(0.08).ink,
        stage.sun.side,
        next,
      )
    }
  if (lampsLit(stage.palette) && stage.may('lantern'))
    window(pen, x - span * 0.05, top(x) - span * 0.33, 14 * u, 26 * u, stage.palette.accent, [0, 0, 0])
}

export type Built = Idea<'built'>

/** The drawing functions of all kinds of built places. */
export const buildings: Record<Built, Build> = {
  town: rows,
  city,
  harbour: rows,
  castle: castleOnHill,
  tower: loneTower,
  chapel,
  ruin,
  bridge: crossing,
  lighthouse: lightOnRock,
  mill,
  inn,
  gate,
  library: city,
  camp,
}
