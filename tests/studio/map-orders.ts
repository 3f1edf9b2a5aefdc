import type { MapPlan } from '#domain/map-plan.ts'
import { briefOf } from '../../studio/maps/order.ts'
import { planMap } from '../../studio/maps/plan-map.ts'
import { openStage } from '../../studio/stage.ts'

/** Maps that tests look at: every theme by words that ask for it. */
export const orders = [
  'a crypt',
  'a cave',
  'a sewer',
  'a castle keep with a moat',
  'a tavern with a kitchen and three guest rooms',
  'a village by a river',
  'a forest with a pond and a bandit camp',
  'a ruined abbey',
  'a pirate ship',
] as const

export const planOf = (
  prompt: string,
  { seed = 7, width = 400, height = 400, outdoors = false, negativePrompt = '', style = 'fantasy-art' } = {},
): MapPlan => {
  const stage = openStage({ model: 'studio-dungeon', prompt, negativePrompt, stylePreset: style, width, height, seed })
  return planMap(briefOf(stage, outdoors), { width, height, seed })
}

export const sizes = [
  { width: 400, height: 400 },
  { width: 608, height: 256 },
  { width: 336, height: 480 },
  { width: 448, height: 352 },
] as const
