import { hex, mix } from '../colour.ts'
import { stuffs } from '../relief/material.ts'
import type { Stage } from '../stage.ts'
import { type Arms, isMetal, tinctures } from './arms.ts'
import type { Cast } from './cast.ts'

/** Draws leaves of torn cloth that curl from behind the helm down both sides of the shield. */
export const mantle = (stage: Stage, cast: Cast, arms: Arms, folds: (x: number, y: number) => number): void => {
  const outer = tinctures[isMetal(arms.field) ? arms.second : arms.field]
  const inner = tinctures[isMetal(arms.field) ? arms.field : isMetal(arms.second) ? arms.second : 'argent']
  const leaves = [
    'M-.1 -1.06C-.5 -1.3 -.9 -1.24 -1.1 -.98C-1.2 -.82 -1.1 -.68 -.96 -.74C-1 -.9 -.86 -.98 -.74 -.88C-.86 -.7 -1 -.6 -1.2 -.58C-1.06 -.44 -.86 -.5 -.72 -.62L-.4 -.8Z',
    'M-.6 -.82C-.9 -.66 -1.2 -.5 -1.26 -.18C-1.28 .02 -1.12 .1 -1.02 -.02C-1.12 -.16 -.98 -.3 -.88 -.2C-.9 0 -1.04 .12 -1.24 .2C-1.04 .32 -.82 .18 -.74 0L-.64 -.5Z',
    'M-.68 -.3C-.92 -.04 -1.16 .2 -1.12 .52C-1.08 .72 -.92 .74 -.86 .62C-1 .52 -.92 .36 -.8 .42C-.78 .6 -.86 .78 -1.04 .9C-.82 .94 -.64 .8 -.58 .6L-.56 .2Z',
    'M-.6 .3C-.7 .56 -.8 .78 -.66 1C-.56 1.1 -.44 1.06 -.44 .94C-.54 .9 -.52 .76 -.42 .78C-.36 .92 -.42 1.06 -.54 1.16C-.34 1.14 -.22 1 -.22 .84L-.3 .5Z',
  ]
  const mirror = (d: string) =>
    d.replace(/(-?\d*\.?\d+) (-?\d*\.?\d+)/g, (_, x: string, y: string) => `${-Number(x)} ${y}`)
  leaves.forEach((leaf, i) => {
    for (const d of [leaf, mirror(leaf)])
      cast(
        d,
        i % 2 ? inner : outer,
        0.09,
        stage.style === 'digital-art' ? stuffs.leather : stuffs.cloth,
        undefined,
        folds,
      )
  })
}

export const ribbon = (cast: Cast, folds: (x: number, y: number) => number): void => {
  const paper = hex('#e9dcbc')
  const back = mix(paper, hex('#7a5a38'), 0.55)
  for (const d of [
    'M-.98 1.02L-1.3 .96L-1.22 1.12L-1.32 1.26L-.94 1.24Z',
    'M.98 1.02L1.3 .96L1.22 1.12L1.32 1.26L.94 1.24Z',
  ])
    cast(d, mix(paper, back, 0.4), 0.03, stuffs.cloth, undefined, folds)
  cast(
    'M-1.02 1.02C-.6 1.2 -.3 1.24 0 1.24C.3 1.24 .6 1.2 1.02 1.02L.98 1.24C.6 1.4 .3 1.46 0 1.46C-.3 1.46 -.6 1.4 -.98 1.24Z',
    paper,
    0.06,
    stuffs.cloth,
    undefined,
    folds,
  )
}
