import type { MapPlan } from '#domain/map-plan.ts'
import type { ModelCrop, ModelShape } from '#domain/model-words.ts'
import type { Things } from '../../../studio/things.ts'
import type { Parser, ReportProgress } from '../../platform/untrusted/parser.ts'
import type { ModelFormat, ModelReport } from '../models.ts'

interface Made {
  report: ModelReport
  /** Bytes of the GLB, which the preview follows. */
  glbBytes: number
  preview: { width: number; height: number }
}
interface Figure {
  prompt: string
  seed: number
  height: number
  isBust: boolean
  name: string
  /** Raised on the base; null without one. */
  inscription: string | null
  madeBy: string
}
interface Picture {
  as: ModelShape
  /** The part of the pictured map's plan that players may know. */
  plan: MapPlan | null
  things: Things | null
  seed: number
  height: number
  crop: ModelCrop | null
  name: string
  /** Raised on the base; null without one. */
  inscription: string | null
  madeBy: string
}
/** A file of a vendor. */
interface Received {
  height: number
  name: string
  madeBy: string
}
interface Conversion {
  mime: 'model/stl' | 'model/3mf' | 'model/obj'
  report: { triangles: number; repaired: boolean; notes: string[] }
}

const row = <Options, Value>(parser: Parser<Options, Value>) => parser

const process = { runsIn: 'process', memoryMb: 900, stopsOnAbort: true } as const

/** The picture or prompt shows nothing that could be modelled. */
class NothingToModel extends Error {
  readonly code = 'nothing_to_model'
}

/** Returns the GLB followed by its preview, and the measures. Throws `NothingToModel` without a cast. */
const finished = async (
  cast: import('../../../studio/figure/mesh.ts').Cast | undefined,
  { name, madeBy }: { name: string; madeBy: string },
  report: ReportProgress,
  warnings: readonly string[] = [],
) => {
  if (!cast) throw new NothingToModel('Nothing that could be modelled was found.')
  const [{ photograph }, { writeGlb }, { reportOn }] = await Promise.all([
    import('../../../studio/figure/preview.ts'),
    import('./glb.ts'),
    import('./report.ts'),
  ])
  report({ share: 0.8, stage: 'Taking its picture' })
  const [hero] = await photograph(cast, madeBy, { wanted: ['hero'] })
  report({ share: 0.95, stage: 'Packing' })
  const glb = await writeGlb(cast, madeBy, name)
  const png = Buffer.from(hero?.png ?? [])
  const measured = reportOn(cast)
  const value: Made = {
    report: { ...measured, warnings: [...warnings, ...measured.warnings] },
    glbBytes: glb.length,
    preview: { width: hero?.width ?? 0, height: hero?.height ?? 0 },
  }
  return { value, bytes: Buffer.concat([glb, png]) }
}

/**
 * Jobs on 3D models that `platform/untrusted` runs, one row each. Each runs in a child process of its own, since the geometry kernel
 * releases its memory only when the process ends.
 */
export const parsers = {
  figure: row<Figure, Made>({
    ...process,
    deadlineMs: 900_000,
    async load() {
      const { sculptFigure } = await import('../../../studio/figure/sculpt.ts')
      return async (_bytes, order, report) => {
        const wanted = { ...order, name: order.inscription ?? undefined }
        return finished(await sculptFigure(wanted, (share, stage) => report({ share, stage })), order, report)
      }
    },
  }),
  picture: row<Picture, Made>({
    ...process,
    deadlineMs: 900_000,
    async load() {
      const { sculptPicture } = await import('../../../studio/figure/pictured.ts')
      return async (image, { crop, plan, things, ...order }, report) => {
        const wanted = {
          ...order,
          image,
          name: order.inscription ?? undefined,
          part: crop ?? undefined,
          plan: plan ?? undefined,
        }
        return finished(await sculptPicture(wanted, (share, stage) => report({ share, stage })), order, report)
      }
    },
  }),
  receive: row<Received, Made>({
    ...process,
    deadlineMs: 900_000,
    async load() {
      const { receiveGlb } = await import('./receive.ts')
      return async (glb, order, report) => {
        const { cast, warnings } = await receiveGlb(glb, order, (share, stage) => report({ share, stage }))
        return finished(cast, order, report, warnings)
      }
    },
  }),
  convert: row<{ format: ModelFormat }, Conversion>({
    ...process,
    deadlineMs: 300_000,
    async load() {
      const { convertGlb } = await import('./convert.ts')
      return async (glb, { format }, report) => {
        const { bytes, ...value } = await convertGlb(glb, format, report)
        return { bytes, value }
      }
    },
  }),
}
