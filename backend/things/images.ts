import { imageEvents, images } from '#domain/images.ts'
import { topicOf } from '#domain/topics.ts'
import { imageEditsView } from '#projections/image-edits.ts'
import { imagesView } from '#projections/images.ts'
import { typesOf } from '#projections/trash.ts'
import { bulkImageCommands } from '../commands/images/bulk.ts'
import { editCommands } from '../commands/images/edits.ts'
import { deleteImages, moveImages, restoreImages } from '../commands/images/operations.ts'
import { paidEdits } from '../commands/images/paid-edits.ts'
import { paidImages } from '../commands/images/paid-images.ts'
import { imageCommands } from '../commands/images/routes.ts'
import { storedPictures } from '../commands/images/stored-files.ts'
import { tokenCommands } from '../commands/images/tokens.ts'
import { uploadCommand } from '../commands/images/upload.ts'
import type { TrashKind } from '../commands/trash/kind.ts'
import { mayEditBy } from '../http/policy.ts'
import { editorFor } from '../providers/image-edits.ts'
import type { Images } from '../providers/images.ts'
import { findModel } from '../providers/known-models.ts'
import { editingQueries } from '../queries/images/editing.ts'
import { imageFileQueries } from '../queries/images/files.ts'
import { modelQueries } from '../queries/images/models.ts'
import { readingQueries } from '../queries/images/readings.ts'
import { imageQueries } from '../queries/images/routes.ts'
import { imageUsageQueries } from '../queries/images/usage.ts'
import { editImages, expireEdits } from '../reactors/edit-images.ts'
import { expireImages } from '../reactors/expire-images.ts'
import { generateImages } from '../reactors/generate-images.ts'
import type { Thing } from './thing.ts'

const trashedImages: TrashKind = {
  kind: 'image',
  table: 'images',
  name: `coalesce(x.name, '')`,
  operationId: 'coalesce(x."operationId"::uuid, x.id)',
  saysOnlyIds: typesOf(imageEvents, 'ImageDeleted', 'ImageRestored', 'ImageCancelled', 'ImagePurged'),
  purge: (run, { id: imageId }) => run.send(images, imageId, { type: 'PurgeImage', data: { imageId, by: run.userId } }),
  restore: (run, { id: imageId }) => run.send(images, imageId, { type: 'RestoreImage', data: { imageId } }),
}

/** Returns the adapter and slug of a model, if this installation can draw it. */
const painterOf = (images: Images) => (modelId: string) => {
  const slug = findModel(images, modelId)?.slug
  return slug !== undefined && images.models.includes(slug) ? { images, slug } : undefined
}

export const imagesThing: Thing = {
  rules: [images],
  views: [imagesView, imageEditsView],
  routes: [
    modelQueries,
    readingQueries,
    imageQueries,
    imageFileQueries,
    imageCommands,
    bulkImageCommands,
    uploadCommand,
    tokenCommands,
    editingQueries,
    editCommands,
    imageUsageQueries,
  ],
  reactors: ({ pool, images, imageEdits, files, cancellations, publish, imageDeadlineMs: deadlineMs }) => [
    generateImages({
      painter: painterOf(images),
      files,
      cancellations,
      deadlineMs,
      progress: (imageId, stage, share) =>
        publish(topicOf('image', imageId), 'progress', {
          stage,
          ...(share !== undefined && { done: Math.round(share * 100), total: 100 }),
        }),
    }),
    ...expireImages({ deadlineMs }),
    editImages({
      editor: (tool, provider) => editorFor(imageEdits, tool, provider),
      files,
      cancellations,
      deadlineMs,
      mayEdit: mayEditBy(pool),
      progress: (originalId, share) =>
        publish(topicOf('edits', originalId), 'progress', {
          stage: 'editing',
          done: Math.round(share * 100),
          total: 100,
        }),
    }),
    ...expireEdits({ deadlineMs }),
  ],
  operations: ({ pool, store, moveInto }) => ({
    'delete-images': deleteImages,
    'restore-images': restoreImages,
    'move-images': moveImages({ pool, store, moveInto }),
  }),
  paidWork: [paidImages, paidEdits],
  trash: trashedImages,
  storedFiles: storedPictures,
  accountData: {
    tables: {
      images: {
        statement: `select id, name, note, type, prompt, "negativePrompt", "modelName", cost, width, height, status, "createdAt" from images
          where "userId" = @userId and "deletedAt" is null order by "createdAt", id`,
      },
      'image-edits': {
        statement: `select id, "imageId", tool, prompt, "searchPrompt", cost, status, "createdAt" from image_edits
          where "userId" = @userId and "parentId" is not null order by "createdAt", id`,
      },
    },
  },
}
