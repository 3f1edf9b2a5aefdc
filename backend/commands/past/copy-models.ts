import { models } from '#domain/models.ts'
import { FileMissing, type Files } from '../../providers/files.ts'
import type { Looking } from '../../queries/past/lore.ts'
import { stateAt } from '../../queries/past/state-at.ts'
import { visible, visibleTo } from '../../queries/visible.ts'
import type { Command } from '../dispatch.ts'
import { derivedId } from '../ids.ts'
import type { Run } from '../operations/perform.ts'

interface Copying extends Looking {
  run: Run
  files: Files
  copyId: string
}

interface Row {
  id: string
  madeBy: string | null
}
const madeOf = `select m.id, m."madeBy" from models m join access a on a.id = m.id
  where m."conjurationId" = @lore and m.glb is not null and m."deletedAt" is null and ${visible} order by m.id`

/**
 * Copies the 3D models that lore had then and still has, free of credits and with files of their own, since those of
 * the originals may be deleted. The prompt and the picture are not copied, since only editors of the original see them.
 */
export const copyModels = async ({ run, store, files, read, viewer, position, copyId }: Copying, loreId: string) => {
  const rows = await read<Row>(madeOf, { ...visibleTo(viewer), lore: loreId })
  for (const { id, madeBy } of rows) {
    const { state } = await stateAt(store, models, id, position)
    const { request, status, glb, preview, report, name, isDeleted, conjurationId } = state
    if (!request || !glb || !report || status !== 'completed' || isDeleted || conjurationId !== loreId) continue
    const modelId = derivedId(copyId, id)
    try {
      const copied = { key: `models/${modelId}/model.glb`, mime: glb.mime, size: glb.size }
      await files.put(copied.key, await files.get(glb.key), glb.mime)
      const shown = preview && { ...preview, key: `models/${modelId}/preview.png` }
      if (preview && shown) await files.put(shown.key, await files.get(preview.key), preview.mime)
      const wanted: Command<typeof models.commands> = {
        type: 'RequestModel',
        data: {
          modelId,
          userId: run.userId,
          campaignId: copyId,
          conjurationId: derivedId(copyId, loreId),
          holdId: null,
          cost: 0,
          prompt: null,
          picture: null,
          name,
          size: request.size,
          seed: request.seed,
        },
      }
      const made = { modelId, glb: copied, preview: shown, report, madeBy: madeBy ?? '', isLate: false }
      // One append, so that a worker that sees the request sees the finished model too, and creates none.
      await run.send(models, modelId, [wanted, { type: 'RecordModel', data: made }])
    } catch (error) {
      // The model's files were permanently deleted since.
      if (!(error instanceof FileMissing)) throw error
    }
  }
}
