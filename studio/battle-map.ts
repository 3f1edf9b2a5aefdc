import { briefOf } from './maps/order.ts'
import { planMap } from './maps/plan-map.ts'
import { printOn } from './maps/print.ts'
import { hash32 } from './random.ts'
import type { Stage } from './stage.ts'

/** A battle map: planned from words, printed as players may see it. The plan goes along, and knows more. */
const battleMap =
  (outdoors: boolean) =>
  (stage: Stage): void => {
    const seed = (stage.seed ^ hash32(outdoors ? 'wilderness' : 'dungeon')) >>> 0
    const plan = planMap(briefOf(stage, outdoors), { width: stage.w, height: stage.h, seed })
    stage.known.plan = plan
    stage.pen.drawImage(printOn(plan, { audience: 'players' }).stage.canvas, 0, 0)
  }

export const drawDungeon = battleMap(false)
export const drawWilderness = battleMap(true)
