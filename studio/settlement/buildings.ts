import type { Idea } from '../lexicon.ts'
import { chapel } from './chapel.ts'
import { ruin } from './ruin.ts'
import type { Build } from './site.ts'
import { castleOnHill, crossing, inn, lightOnRock, loneTower, mill } from './solitary.ts'
import { camp, city, gate, rows } from './town.ts'

export type Built = Idea<'built'>

/** What is drawn for each kind of place. */
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
