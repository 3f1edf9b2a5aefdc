import type { MessagePort } from 'node:worker_threads'
import { encodePng } from '../png.ts'
import { Refusal } from './refusal.ts'
import { type Commissioned, retouch } from './retouch.ts'

export interface Retouched {
  png: Uint8Array
  width: number
  height: number
}

/** A refusal is a value, since errors lose their class between threads. */
export type Answer = { pictures: Retouched[] } | { refused: string }

interface Task extends Commissioned {
  /** Name of the software, which is written into the PNG files. */
  madeBy: string
  port: MessagePort
}

/** Runs in a thread of the pool: reads, retouches and encodes pictures. Posts the progress to the port. */
export default async ({ madeBy, port, ...commissioned }: Task): Promise<Answer> => {
  try {
    const rasters = await retouch(commissioned, (share) => port.postMessage(share))
    const pictures: Retouched[] = []
    for (const { w, h, px } of rasters) {
      const png = await encodePng(Buffer.from(px.buffer, px.byteOffset, px.length), w, h, madeBy)
      pictures.push({ png: new Uint8Array(png), width: w, height: h })
    }
    return { pictures }
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.message }
    throw error
  } finally {
    port.close()
  }
}
