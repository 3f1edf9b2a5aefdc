import { hex, mix, type Rgb } from '../colour.ts'
import type { Idea } from '../lexicon.ts'
import { inks } from '../palette.ts'
import { broadleaf, conifer, deadTree, palmTree } from '../props/trees.ts'
import type { Random } from '../random.ts'
import type { Stage } from '../stage.ts'

type TreeKind = 'conifer' | 'broadleaf' | 'palm' | 'dead'

export const treeKind = (stage: Stage, place: Idea<'place'>, next: Random): TreeKind => {
  if (
    stage.has('motif', 'deadtree') ||
    (stage.has('mood', 'grim', 'infernal') && next.chance(0.5)) ||
    place === 'volcano'
  )
    return 'dead'
  if (place === 'jungle' || place === 'desert' || place === 'islands') return next.chance(0.55) ? 'palm' : 'broadleaf'
  if (place === 'marsh') return next.chance(0.6) ? 'dead' : 'broadleaf'
  const leafy = stage.has('season', 'autumn', 'spring') || ['plain', 'river', 'coast'].includes(place)
  return next.chance(leafy ? 0.85 : 0.08) ? 'broadleaf' : 'conifer'
}

const leafColour = (stage: Stage, kind: TreeKind, next: Random): Rgb => {
  const has = stage.has
  const green = kind === 'conifer' ? hex('#35604a') : kind === 'palm' ? hex('#4f8a3c') : hex('#5f8a3a')
  const varied = mix(green, hex(next.chance(0.5) ? '#8aa040' : '#24584a'), next() * 0.4)
  if (has('season', 'autumn') && kind === 'broadleaf')
    return mix(hex(next.pick(['#d9772a', '#c24a24', '#e0a838', '#a83a2a'])), varied, next() * 0.25)
  if (has('season', 'spring') && kind === 'broadleaf')
    return mix(hex(next.pick(['#f0a8bc', '#f6c8d2', '#9cc25a'])), varied, next() * 0.2)
  if (has('season', 'winter') || has('weather', 'snow')) return mix(varied, hex('#dfe8f0'), next.between(0.3, 0.6))
  if (has('mood', 'magical')) return mix(varied, hex(next.pick(['#5a6ac0', '#8a5ab8', '#2f9a94'])), 0.5)
  return varied
}

export const plant = (
  stage: Stage,
  kind: TreeKind,
  x: number,
  y: number,
  tall: number,
  distance: number,
  next: Random,
): void => {
  const { pen, palette, sun } = stage
  const ink = inks(palette, leafColour(stage, kind, next), distance)
  if (kind === 'conifer') conifer(pen, x, y, tall, ink, sun.side, next)
  else if (kind === 'palm') palmTree(pen, x, y, tall, ink, sun.side, next)
  else if (kind === 'dead') deadTree(pen, x, y, tall, inks(palette, hex('#4a4038'), distance), next)
  else broadleaf(pen, x, y, tall, ink, sun.side, next)
}

interface Line {
  label: string
  top: (x: number) => number
  /** Height of a tree in pixels. */
  size: number
  distance: number
  place: Idea<'place'>
  from: number
  to: number
}

/** Draws trees along a fold of the land, back rows first; a forest has a gap through which light falls. */
export const forestLine = (stage: Stage, { label, top, size, distance, place, from, to }: Line): void => {
  const next = stage.chance(`${label}/trees`)
  const dense = place === 'forest' || place === 'jungle' || place === 'mountain' || place === 'lake'
  const rows = dense ? 3 : 2
  const clumps = stage.noise(`${label}/clumps`)
  const gap = stage.w * next.between(0.35, 0.65)
  for (let row = 0; row < rows; row++) {
    const step = size * (dense ? 0.36 : 0.7)
    for (let x = from - step; x < to + step; x += step * next.between(0.6, 1.5)) {
      const wanted = clumps(x / (size * 4.5), row * 3) + (dense ? 0.5 : -0.05)
      const open = place === 'forest' && size > 90 * stage.u && Math.abs(x - gap) < size * 0.62
      const tall = size * next.between(0.65, 1.2)
      const kind = treeKind(stage, place, next)
      const own = next()
      if (wanted < 0 || open) continue
      plant(
        stage,
        kind,
        x,
        top(x) + size * (0.04 + 0.2 * row) + own * size * 0.08,
        tall * (place === 'forest' ? 1.1 : 0.9),
        distance * (1 - row * 0.08),
        stage.chance(`${label}/${row}/${Math.round(x)}`),
      )
    }
  }
}
