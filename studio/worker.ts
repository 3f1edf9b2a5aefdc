import { type Commission, draw } from './draw.ts'
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
