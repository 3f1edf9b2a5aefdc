import { type Cast, formOf } from '../../../studio/figure/mesh.ts'
import { checkGlb, ModelRejected } from './glb-checks.ts'
import { parseSurface, type Surface } from './glb-surface.ts'
import { mendSurface } from './mend.ts'

/** Returns the corners in mm: scaled to `height`, resting on y = 0 and centred in x and z. */
const placed = ({ at }: Surface, height: number): Float32Array => {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (let i = 0; i < at.length; i++) {
    low[i % 3] = Math.min(low[i % 3] as number, at[i] as number)
    high[i % 3] = Math.max(high[i % 3] as number, at[i] as number)
  }
  const extent = (c: number) => (high[c] as number) - (low[c] as number)
  // A flat model is scaled by its width, since it would become very wide otherwise.
  const reach = Math.max(extent(1), Math.max(extent(0), extent(2)) / widest)
  if (!(reach > 0) || !Number.isFinite(reach)) throw new ModelRejected('it has no extent')
  const scale = height / reach
  const origin = [0, 1, 2].map((c) => (c === 1 ? (low[1] as number) : ((low[c] as number) + (high[c] as number)) / 2))
  return Float32Array.from(at, (value, i) => (value - (origin[i % 3] as number)) * scale)
}
/** Ratio of width to height from which a model is scaled by its width. */
const widest = 3

/**
 * Converts a vendor's GLB to a cast: checked, decompressed, with textures as colours of corners, in mm, mended. Throws `ModelRejected`.
 * Runs in the child process.
 */
export const receiveGlb = async (
  bytes: Buffer,
  { height }: { height: number },
  report: (share: number, stage: string) => void,
): Promise<{ cast: Cast; warnings: string[] }> => {
  report(0.05, 'Checking the model')
  checkGlb(bytes)
  const surface = await parseSurface(bytes)
  report(0.35, 'Mending its surface')
  const { mesh, repaired, notes } = await mendSurface({ ...surface, at: placed(surface, height) })
  if (mesh.faces.length === 0) throw new ModelRejected('it has no surface')
  const { at, faces, colour = new Uint8Array(at.length).fill(160) } = mesh
  const { normal } = formOf(at, faces)
  const cast = { at, normal, colour, isMetal: new Uint8Array(at.length / 3), faces, partsAt: null }
  const mended = repaired && notes.length === 0 ? ['Flaws of its surface were mended.'] : notes
  return { cast, warnings: mended }
}
