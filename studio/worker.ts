import type { MapPlan } from '#domain/map-plan.ts'
import { type Commission, draw } from './draw.ts'
import { drawPlan, type PrintOptions } from './maps/print.ts'
import { encodePng } from './png.ts'
import type { Known } from './stage.ts'

export type Drawn = { png: Uint8Array } & Known

/** Runs in a thread of the pool: everything slow about a picture, encoding included, happens here. */
export default async ({ madeBy, ...commission }: Commission & { madeBy: string }): Promise<Drawn> => {
  const { pixels, ...known } = await draw(commission)
  const png = await encodePng(pixels, commission.width, commission.height, madeBy)
  // A copy of its own: small Buffers share a pool, which would be sent along whole.
  return { png: new Uint8Array(png), ...known }
}

export interface Print {
  png: Uint8Array
  /** Pixels. */
  width: number
  height: number
  /** Whether light and shadow are painted into it. */
  bakedLighting: boolean
}

export const print = async ({
  plan,
  options,
  madeBy,
}: {
  plan: MapPlan
  options: PrintOptions
  madeBy: string
}): Promise<Print> => {
  const { pixels, ...about } = drawPlan(plan, options)
  return { png: new Uint8Array(await encodePng(pixels, about.width, about.height, madeBy)), ...about }
}
