import { Rejection } from '#domain/decider.ts'
import { cellsOf } from '#domain/fog.ts'
import type { Audience, MapPlan } from '#domain/map-plan.ts'
import { toFoundryScene } from '#exchange/foundry/scene.ts'
import { toUniversalVtt } from '#exchange/universal-vtt/index.ts'
import type { Deps } from '../../http/deps.ts'
import { zipped } from '../../platform/zip.ts'
import type { OpenedMap } from './opened.ts'

/** Squares of a plan that are revealed entirely; partly covered ones count as covered. */
export const revealedSquares = ({ fog, lattice }: Pick<OpenedMap, 'fog' | 'lattice'>, plan: MapPlan): Set<number> => {
  const { px, cols, x: left, y: top } = plan.grid
  const cells = cellsOf(fog.revealed, fog.columns * fog.rows)
  const isRevealed = (square: number) => {
    const [x, y] = [left + (square % cols) * px, top + Math.floor(square / cols) * px]
    for (let row = Math.floor(y / lattice.cell); row * lattice.cell < y + px; row++)
      for (let column = Math.floor(x / lattice.cell); column * lattice.cell < x + px; column++)
        if (!cells[row * fog.columns + column]) return false
    return true
  }
  return new Set(plan.cells.flatMap((_room, square) => (isRevealed(square) ? [square] : [])))
}

/**
 * Creates the file of a map for a virtual tabletop, with walls, doors and lights; for players, without secret and covered parts. Throws
 * `map_has_no_plan` if there is no plan, or if this installation cannot print plans.
 */
export const tableFile = async (
  { images }: Pick<Deps, 'images'>,
  map: OpenedMap,
  /** The name that its DMs gave it, if any. */
  name: string | undefined,
  format: 'dd2vtt' | 'foundry',
  audience: Audience,
): Promise<{ bytes: Buffer; extension: string; mime: string }> => {
  const { plan, id } = map
  if (!plan || !images.print) throw new Rejection('map_has_no_plan')
  const seen = audience === 'players' ? { revealed: revealedSquares(map, plan) } : {}
  const print = await images.print({ plan, audience, trimmed: true, ...seen })
  if (format === 'dd2vtt') {
    const { file, dropped } = toUniversalVtt(plan, print, audience, seen.revealed)
    // Records the dropped features in the file, since importers ignore unknown fields.
    const bytes = Buffer.from(JSON.stringify({ ...file, loreloom: { dropped } }))
    return { bytes, extension: 'dd2vtt', mime: 'application/json' }
  }
  const src = `maps/${id}.png`
  const { file, dropped } = toFoundryScene(plan, { ...print, src }, audience, seen.revealed)
  const scene = audience === 'dm' && name ? { ...file, name } : file
  const left = dropped.length > 0 ? ['', 'What it has no room for:', ...dropped.map((what) => `- ${what}`)] : []
  const readme = [
    'To bring the map into Foundry:',
    `1. Put the picture at ${src} in the user data.`,
    '2. Create a scene, and import scene.json as its data.',
    ...left,
    '',
  ]
  const bytes = zipped([
    { name: 'scene.json', bytes: Buffer.from(JSON.stringify(scene, null, 2)) },
    { name: src, bytes: print.png },
    { name: 'README.txt', bytes: Buffer.from(readme.join('\n')) },
  ])
  return { bytes, extension: 'zip', mime: 'application/zip' }
}
