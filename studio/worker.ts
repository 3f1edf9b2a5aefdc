import { move } from 'piscina'
import { type Commission, draw } from './draw.ts'
import { encodePng } from './png.ts'

/** Runs in a thread of the pool: everything slow about a picture, encoding included, happens here. */
export default async ({ madeBy, ...commission }: Commission & { madeBy: string }): Promise<ArrayBuffer> => {
  const png = await encodePng(await draw(commission), commission.width, commission.height, madeBy)
  // A copy into a buffer of its own: small Buffers share a pool, which must not be moved to another thread.
  const bytes = new Uint8Array(png).buffer
  return move(bytes) as ArrayBuffer
}
