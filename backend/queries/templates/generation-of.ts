import { GenerationRow } from '#projections/generations.ts'
import type { Read } from '../../http/snapshot.ts'

const columns = Object.keys(GenerationRow.shape).map((column) => `g."${column}"`)

/** What somebody asked for, by its own id or that of the lore that it becomes. */
export const generationOf = async (read: Read, userId: string, id: string): Promise<GenerationRow | undefined> => {
  const [row] = await read<GenerationRow>(
    `select ${columns} from generations g where g."userId" = $1 and (g.id = $2 or g."conjurationId" = $2)`,
    [userId, id],
  )
  return row
}
