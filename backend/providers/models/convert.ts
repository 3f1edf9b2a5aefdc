import { loadSolids } from '../../../studio/figure/solids.ts'
import type { ConvertedModel, ModelFormat, ModelProgress } from '../models.ts'
import { write3mf, writeObj, writeStl } from './files.ts'
import { type Mesh, readGlb } from './glb.ts'
import { mendSurface } from './mend.ts'
import { type Part, partsOf } from './parts.ts'

const writers: Record<ModelFormat, { mime: ConvertedModel['mime']; write: (parts: readonly Part[]) => Buffer }> = {
  stl: { mime: 'model/stl', write: writeStl },
  '3mf': { mime: 'model/3mf', write: write3mf },
  obj: { mime: 'model/obj', write: writeObj },
}

/** Returns a closed mesh, mended if necessary; a mesh that cannot be mended remains open, with a note. */
const mended = async (given: Mesh): Promise<{ mesh: Mesh; repaired: boolean; notes: string[] }> => {
  const { Manifold: solids, Mesh: Shape } = await loadSolids()
  try {
    solids.ofMesh(new Shape({ numProp: 3, vertProperties: given.at, triVerts: given.faces })).delete()
    return { mesh: given, repaired: false, notes: [] }
  } catch {
    const { mesh, isClosed, notes } = await mendSurface(given)
    const all = isClosed && notes.length === 0 ? ['Open seams of the model were closed.'] : notes
    return { mesh: { ...mesh, partsAt: given.partsAt }, repaired: isClosed, notes: all }
  }
}

/** Converts a GLB to a printable file. Runs in the child process. */
export const convertGlb = async (
  glb: Uint8Array,
  format: ModelFormat,
  report: (progress: ModelProgress) => void,
): Promise<ConvertedModel> => {
  report({ share: 0.1, stage: 'Initializing' })
  const given = await readGlb(glb)
  report({ share: 0.35, stage: 'Processing 3D model geometry' })
  const { mesh, repaired, notes } = await mended(given)
  report({
    share: 0.75,
    stage: format === 'stl' ? 'Converting to STL format' : `Converting to ${format.toUpperCase()}`,
  })
  const { mime, write } = writers[format]
  const parts = await partsOf(mesh)
  const bytes = write(parts)
  report({ share: 0.95, stage: 'Preparing download' })
  return {
    bytes,
    mime,
    report: { triangles: parts.reduce((sum, part) => sum + part.mesh.faces.length / 3, 0), repaired, notes },
  }
}
