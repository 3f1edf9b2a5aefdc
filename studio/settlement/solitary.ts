import { hex } from '../colour.ts'
import { glow } from '../glow.ts'
import { inks } from '../palette.ts'
import { bridge } from '../props/bridge.ts'
import { castle } from '../props/castle.ts'
import { rock } from '../props/ground-cover.ts'
import { house } from '../props/house.ts'
import { lighthouse, tower, windmill } from '../props/towers.ts'
import { lampsLit } from '../vista/landmarks.ts'
import { plant } from '../vista/trees.ts'
import { type Build, fitting, mound, off } from './site.ts'

/** Solitary buildings. */

export const castleOnHill: Build = (stage, site) => {
  const { span, made, next } = site
  const top = mound(stage, site, span * 0.24, 0.3)
  castle(
    stage.pen,
    off(stage),
    top(off(stage)) + 26 * stage.u,
    fitting(stage, top(off(stage)), span, 0.74) * 0.62,
    made(0.18),
    next,
  )
  for (let i = 0; i < 6; i++) {
    const x = off(stage) + next.bell() * span * 0.3
    house(stage.pen, x, top(x) + span * 0.12, span * 0.09, span * 0.05, made(0.12), next)
  }
}

export const loneTower: Build = (stage, site) => {
  const { span, made, next } = site
  const top = mound(stage, site, span * 0.16, 0.25)
  const x = off(stage)
  const broken = stage.has('built', 'ruin')
  const tall = fitting(stage, top(x), span, 0.9)
  tower(stage.pen, x - tall * 0.11, top(x) + 30 * stage.u, tall * 0.11, tall * 0.26, made(0.14), next, 'crown')
  tower(stage.pen, x, top(x) + 34 * stage.u, tall * 0.16, tall * 0.5, made(0.1), next, broken ? 'broken' : 'cone')
  for (let i = 0; i < 9; i++)
    rock(
      stage.pen,
      x + next.bell() * span * 0.22,
      top(x) + next.between(20, 70) * stage.u,
      next.between(30, 90) * stage.u,
      next.between(14, 44) * stage.u,
      made(0.1).ink,
      stage.sun.side,
      next,
    )
}

export const crossing: Build = (stage, site) => {
  const { w, pen } = stage
  const { line, span, made, next } = site
  for (const end of [0.06, 0.94])
    for (let i = 0; i < 4; i++)
      house(
        pen,
        w * end + next.bell() * span * 0.07,
        line - span * 0.02,
        span * 0.13,
        span * next.between(0.07, 0.11),
        made(0.35),
        next,
      )
  bridge(pen, w * 0.5, line + 6 * stage.u, w * 0.96, span * 0.2, made(0.12))
  if (stage.has('built', 'tower', 'gate') || next.chance(0.5))
    tower(
      pen,
      off(stage),
      line - span * 0.14,
      span * 0.12,
      span * 0.24,
      made(0.12),
      next,
      stage.has('built', 'ruin') ? 'broken' : 'cone',
    )
}

export const lightOnRock: Build = (stage, site) => {
  const { span, made, line, next } = site
  const x = off(stage)
  const top = mound(stage, { ...site, wet: true }, span * 0.17, 0.16)
  lighthouse(
    stage.pen,
    x,
    top(x) + 10 * stage.u,
    fitting(stage, top(x), span, 0.6) * 0.54,
    { ...made(0.06), ink: inks(stage.palette, hex('#e6dfd0'), 0.06), roof: inks(stage.palette, hex('#b23c2c'), 0.06) },
    stage.palette.accent,
  )
  house(stage.pen, x + span * 0.14, top(x + span * 0.14) + 14 * stage.u, span * 0.15, span * 0.07, made(0.06), next)
  for (let i = 0; i < 10; i++)
    rock(
      stage.pen,
      x + next.bell() * span * 0.34,
      line + 8 * stage.u,
      next.between(40, 120) * stage.u,
      next.between(14, 50) * stage.u,
      made(0.1).ink,
      stage.sun.side,
      next,
    )
}

export const mill: Build = (stage, site) => {
  const top = mound(stage, site, site.span * 0.1, 0.2)
  const x = off(stage)
  windmill(stage.pen, x, top(x) + 20 * stage.u, fitting(stage, top(x), site.span, 0.8) * 0.6, site.made(0.1), site.next)
  house(
    stage.pen,
    x + site.span * 0.24,
    top(x + site.span * 0.24) + 30 * stage.u,
    site.span * 0.2,
    site.span * 0.1,
    site.made(0.08),
    site.next,
  )
}

export const inn: Build = (stage, site) => {
  const { span, made, next } = site
  const top = mound(stage, site, span * 0.05, 0.16)
  const x = off(stage)
  plant(stage, 'conifer', x - span * 0.32, top(x) + 30 * stage.u, span * 0.42, 0.2, next)
  plant(stage, 'conifer', x + span * 0.36, top(x) + 20 * stage.u, span * 0.36, 0.24, next)
  house(stage.pen, x + span * 0.2, top(x) + 34 * stage.u, span * 0.28, span * 0.12, made(0.1), next)
  house(stage.pen, x, top(x) + 50 * stage.u, span * 0.46, span * 0.21, { ...made(0.04), lived: true }, next)
  if (lampsLit(stage.palette) && stage.may('lantern'))
    glow(stage.pen, x, top(x) - span * 0.02, span * 0.3, stage.palette.accent, 0.4)
}
