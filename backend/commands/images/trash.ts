import { imageEvents, images } from '#domain/images.ts'
import { typesOf } from '#projections/trash.ts'
import type { TrashKind } from '../trash/kind.ts'

export const trashedImages: TrashKind = {
  kind: 'image',
  table: 'images',
  name: `coalesce(x.name, '')`,
  operationId: 'coalesce(x."operationId"::uuid, x.id)',
  saysOnlyIds: typesOf(imageEvents, 'ImageDeleted', 'ImageRestored', 'ImageCancelled', 'ImagePurged'),
  purge: (run, { id: imageId }) => run.send(images, imageId, { type: 'PurgeImage', data: { imageId, by: run.userId } }),
  restore: (run, { id: imageId }) => run.send(images, imageId, { type: 'RestoreImage', data: { imageId } }),
}
