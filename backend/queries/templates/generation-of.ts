import { GenerationRow } from '#projections/generations.ts'
import type { Read } from '../../http/snapshot.ts'

const columns = Object.keys(GenerationRow.shape).map((column) => `g."${column}"`)

/** The user's generation, by its own id or that of the resulting lore. */
export const generationOf = async (read: Read, userId: string, id: string): Promise<GenerationRow | undefined> => {
  const [row] = await read<GenerationRow>(
    `select ${columns} from generations g where g."userId" = $1 and (g.id = $2 or g."conjurationId" = $2)`,
    [userId, id],
  )
  return row
}
