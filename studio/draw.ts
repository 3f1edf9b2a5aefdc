import { drawBlazon } from './blazon.ts'
import { drawHandout } from './handout.ts'
import { drawInterior } from './interior.ts'
import { drawLikeness } from './likeness.ts'
import { briefOf } from './maps/order.ts'
import { planMap } from './maps/plan-map.ts'
import { printOn } from './maps/print.ts'
import { hash32 } from './random.ts'
import { readReference } from './reference.ts'
import { drawSettlement } from './settlement.ts'
import { type Known, openStage, type Stage, type StageRequest } from './stage.ts'
import { drawStillLife } from './still-life.ts'
import type { Things } from './things.ts'
import { drawVista } from './vista.ts'

/** Returns a model that draws a battle map as players may see it, and stores its plan, with the secret parts, in `known`. */
const battleMap =
  (outdoors: boolean) =>
  (stage: Stage): void => {
    const seed = (stage.seed ^ hash32(outdoors ? 'wilderness' : 'dungeon')) >>> 0
    const plan = planMap(briefOf(stage, outdoors), { width: stage.w, height: stage.h, seed })
    stage.known.plan = plan
    stage.pen.drawImage(printOn(plan, { audience: 'players' }).stage.canvas, 0, 0)
  }

const drawDungeon = battleMap(false)
const drawWilderness = battleMap(true)

/** The studio's models by catalogue slug. */
export const models = {
  'studio-vista': drawVista,
  'studio-settlement': drawSettlement,
  'studio-interior': drawInterior,
  'studio-likeness': drawLikeness,
  'studio-blazon': drawBlazon,
  'studio-handout': drawHandout,
  'studio-still-life': drawStillLife,
  'studio-dungeon': drawDungeon,
  'studio-wilderness': drawWilderness,
} satisfies Record<string, (stage: Stage) => void>

export type ModelSlug = keyof typeof models

export const isModel = (slug: string): slug is ModelSlug => Object.hasOwn(models, slug)

export interface Commission extends StageRequest {
  model: ModelSlug
  reference?: { bytes: Uint8Array; strength: number }
}

/** Draws a picture. Returns its RGBA pixels, its things and model-specific facts. The same commission gives the same result. */
export const draw = async ({
  reference,
  ...request
}: Commission): Promise<{ pixels: Buffer; things: Things } & Known> => {
  const lent = reference ? await readReference(reference.bytes, reference.strength) : null
  const stage = openStage(request, lent)
  models[request.model as ModelSlug](stage)
  return { pixels: stage.canvas.data(), ...stage.known, things: stage.things() }
}
