import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type ModelSize, modelSizes } from '#domain/model-words.ts'
import { readFigure } from '../../../studio/figure/order.ts'
import { QueueFull } from '../../platform/untrusted/fair-queue.ts'
import { ParserFault, ParserRefusal, ParserStopped } from '../../platform/untrusted/parser.ts'
import { untrustedPool } from '../../platform/untrusted/pool.ts'
import { ImageRefused, ProviderBusy } from '../images.ts'
import type { ConvertModel, ModelProvider, ModelReading, SculptedModel, WorkOptions } from '../models.ts'
import { InputRefused } from '../untrusted-input.ts'
import { unusable } from './task.ts'
import { parsers } from './workshop.ts'

const madeBy = 'Sculpted on this machine by Loreloom Studio'
const hint =
  'Describe a person with what they carry, such as “a dwarf blacksmith with a hammer”, a creature, such as a dragon, a wolf or a skeleton, or an item, such as a treasure chest or a sword in a stone. Scenes and buildings are not sculpted from text yet; they can be made from an image.'

const root = path.join(import.meta.dirname, '../../..')
const readable = [
  ...['backend', 'studio', 'package.json', 'node_modules'].map((name) => path.join(root, name)),
  path.dirname(realpathSync(path.dirname(createRequire(import.meta.url).resolve('zod/package.json')))),
]

const readPrompt = (prompt: string): ModelReading => {
  const { order, understood, ignored } = readFigure(prompt)
  return { isUnderstood: order !== undefined, understood, ignored, ...(!order && { hint }) }
}

const nothing = 'Nothing in this image stands out enough to be modelled. Please choose another, or crop it closer.'

/** The error that callers receive for a failure of the child process. */
const faultOf = (error: unknown): unknown => {
  if (error instanceof ParserRefusal && error.code === 'nothing_to_model') return new ImageRefused('refused', nothing)
  if (error instanceof QueueFull) return new ProviderBusy('The sculptor is busy')
  return error
}

/** Returns the reason to reject a vendor's file; undefined for faults of this machine. A file that stops the child process is rejected. */
const rejection = (error: unknown): string | undefined => {
  if (error instanceof ParserRefusal && error.code === 'model_rejected') return error.message
  if (error instanceof ParserStopped) return 'reading it takes too much time or memory'
  return error instanceof ParserFault ? 'its file cannot be read' : undefined
}

interface Made {
  value: { report: SculptedModel['report']; glbBytes: number; preview: { width: number; height: number } }
  bytes?: Buffer | undefined
}

/** Converts a vendor's GLB to a model of ours: checked, limited, in mm, mended and pictured. Throws `ImageRefused` if it is rejected. */
export type ReceiveModel = (
  glb: Buffer,
  order: { size: ModelSize; name?: string | undefined; vendor: string },
  options?: WorkOptions,
) => Promise<SculptedModel>

/** Sculpts by code in a child process for each model, with no network and no model weights. */
export const localModels = ({ owner = () => 'models' }: { owner?: () => string } = {}) => {
  const pool = openPool(owner)
  const provider: ModelProvider = {
    name: 'Loreloom Studio',
    fromPrompt: true,
    shapes: ['relief', 'figure', 'terrain'],
    read: readPrompt,
    sculpt: (request, options = {}) => sculpt(pool, request, options),
  }

  const receive: ReceiveModel = async (glb, { size, name, vendor }, { signal, onProgress: report } = {}) => {
    const by = `Made by ${vendor}`
    const options = { height: modelSizes[size], name: name ?? 'model', madeBy: by }
    return pool.run('receive', { bytes: glb, options, signal, report }).then(unpackAs(by), (error: unknown) => {
      if (error instanceof QueueFull) throw new ProviderBusy('The sculptor is busy')
      const reason = rejection(error)
      throw reason === undefined ? error : unusable(vendor, reason, error)
    })
  }

  const convert: ConvertModel = async (glb, { format }, { signal, onProgress: report } = {}) => {
    const { value, bytes } = await pool
      .run('convert', { bytes: glb, options: { format }, signal, report })
      .catch((error: unknown) => {
        if (error instanceof ParserFault || (error instanceof ParserStopped && error.reason !== 'crash'))
          throw new InputRefused('input_unreadable', 'model', 'This model cannot be read.', { cause: error })
        throw error
      })
    return { ...value, bytes: bytes ?? Buffer.alloc(0) }
  }

  return { provider, receive, convert, close: pool.close }
}

type Pool = ReturnType<typeof openPool>

const openPool = (owner: () => string) =>
  untrustedPool({
    parsers,
    table: new URL('./workshop.ts', import.meta.url).href,
    readable,
    owner,
    // Memory of the geometry kernel grows over several models.
    idleMs: 0,
    queue: { waitMs: 600_000 },
  })

const sculpt = async (
  pool: Pool,
  request: Parameters<ModelProvider['sculpt']>[0],
  { signal, onProgress: report }: WorkOptions,
): Promise<SculptedModel> => {
  const { size, seed, name } = request
  const named = { name: name ?? 'model', inscription: name ?? null }
  const common = { seed, height: modelSizes[size], ...named, madeBy }
  const watched = { signal, report }
  const made =
    request.kind === 'prompt'
      ? pool.run('figure', { options: { ...common, prompt: request.prompt, isBust: size === 'bust' }, ...watched })
      : pool.run('picture', {
          bytes: request.image,
          options: {
            ...common,
            as: request.as,
            crop: request.crop ?? null,
            plan: request.plan ?? null,
            things: request.things ?? null,
          },
          ...watched,
        })
  return made.then(unpackAs(madeBy), (error: unknown) => {
    throw faultOf(error)
  })
}

const unpackAs =
  (by: string) =>
  ({ value: { report, glbBytes, preview }, bytes = Buffer.alloc(0) }: Made): SculptedModel => ({
    glb: bytes.subarray(0, glbBytes),
    report,
    previews: [{ side: 'hero', png: bytes.subarray(glbBytes), ...preview }],
    madeBy: by,
  })
