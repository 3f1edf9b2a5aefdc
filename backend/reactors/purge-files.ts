import type pg from 'pg'
import { campaignEvents, campaigns } from '#domain/campaigns.ts'
import { conversationEvents } from '#domain/conversations.ts'
import { versionFiles } from '#domain/image-versions.ts'
import { imageEvents, images } from '#domain/images.ts'
import { modelEvents, models } from '#domain/models.ts'
import { thumbnailWidths } from '#domain/thumbnail-widths.ts'
import { transcriptEvents, transcripts } from '#domain/transcripts.ts'
import { trashDays } from '#domain/trash.ts'
import { upcast } from '#domain/upcasters.ts'
import { deleteFilePassages } from '#projections/file-passages.ts'
import { removeTranscriptLines } from '#projections/transcript-lines.ts'
import type { Files } from '../providers/files.ts'
import { renderedKeys, thumbnailKey } from '../providers/rendered-keys.ts'
import { sidecarKeys } from '../providers/sidecars.ts'
import { type Reaction, reactor } from './reactor.ts'

interface Deps {
  pool: Pick<pg.Pool, 'query'>
  files: Pick<Files, 'remove'>
}

/** Ids that name files derived from a picture: of its original version, which is its event's id, and of tokens. */
const naming = `select distinct on (id) id::text as id, type, data from feed
  where item = $1 and type in ('ImageGenerated', 'ImageUploaded', 'ImageTokenMade')`

/** Keys that other pictures use too: copies of a campaign share its files. */
const shared = `select file->>'key' as key from images where file->>'key' = any($1) and id <> $2
  union select file->>'key' from image_edits where file->>'key' = any($1) and "imageId" <> $2`

/**
 * Campaigns whose background may be one of these keys: an address ends with the last part of its key, a hash that other
 * files may share.
 */
const withBackground = `select id from campaigns where regexp_replace("backgroundImageUri", '^.*/', '') = any($1)`
const lastPart = (key: string) => key.slice(key.lastIndexOf('/') + 1)

/** Returns the backgrounds of campaigns that may use one of these keys, even if their picture was moved to another campaign since. */
const backgroundsAmong = async ({ pool }: Deps, keys: readonly string[], { stateOf }: Reaction) => {
  const { rows } = await pool.query<{ id: string }>(withBackground, [keys.map(lastPart)])
  const shown = await Promise.all(rows.map(({ id }) => stateOf(campaigns, id)))
  return shown.map(({ background }) => background)
}

export const releaseFiles = async ({ pool, files }: Deps, keys: readonly string[]) => {
  for (const key of keys) await files.remove(key)
  // Removes them from the awaited files, so that they no longer count as used storage.
  await pool.query('delete from awaited_files where key = any($1)', [keys])
  await deleteFilePassages(pool, keys)
}

const purgePicture = async (deps: Deps, imageId: string, reaction: Reaction) => {
  const image = await reaction.stateOf(images, imageId)
  const own = [...new Set(versionFiles(image).map(({ key }) => key))]
  const { rows: others } = await deps.pool.query<{ key: string }>(shared, [own, imageId])
  const used = new Set([...others.map(({ key }) => key), ...(await backgroundsAmong(deps, own, reaction))])
  const keys = own.filter((key) => !used.has(key))
  const masks = Object.values(image.editing.requested).flatMap(({ mask }) => (mask ? [mask.key] : []))
  const { rows } = await deps.pool.query<{ id: string; type: string; data: unknown }>(naming, [imageId])
  const isCut = ({ type }: { type: string }) => type === 'ImageTokenMade'
  const tokens = rows.filter(isCut).map((cut) => imageEvents.ImageTokenMade.parse(upcast(cut).data).tokenId)
  const first = rows.filter((event) => !isCut(event)).map(({ id }) => id)
  const versions = [...first, ...image.editing.versions.map(({ id }) => id)]
  const rendered = keys.flatMap((key) => renderedKeys({ id: imageId, key, versions, tokens }))
  await releaseFiles(deps, [...new Set([...keys, ...masks, ...keys.flatMap(sidecarKeys), ...rendered])])
}

const purgeModel = async (deps: Deps, modelId: string, { stateOf }: Reaction) => {
  const { glb, preview, conversions } = await stateOf(models, modelId)
  const { rows } = await deps.pool.query<{ id: string }>(
    `select distinct id::text as id from feed where item = $1 and type = 'ModelGenerationCompleted'`,
    [modelId],
  )
  const converted = Object.values(conversions).map(({ file }) => file)
  const keys = [glb, preview, ...converted].flatMap((file) => (file ? [file.key] : []))
  const thumbnails = rows.flatMap(({ id }) => thumbnailWidths.map((width) => thumbnailKey(modelId, id, width)))
  await releaseFiles(deps, [...keys, ...thumbnails])
}

/** Deletes the files of purged things. Files that a copy or a campaign's background still uses stay. */
export const purgeFiles = (deps: Deps) =>
  reactor(
    { ...imageEvents, ...campaignEvents, ...conversationEvents, ...modelEvents, ...transcriptEvents },
    {
      name: 'purge-files',
      on: {
        ImagePurged: ({ imageId }, reaction) => purgePicture(deps, imageId, reaction),
        ModelPurged: ({ modelId }, reaction) => purgeModel(deps, modelId, reaction),
        CampaignFilePurged: ({ key }) => releaseFiles(deps, [key]),
        AttachedFileRemoved: ({ key }) => releaseFiles(deps, [key]),
        async TranscriptPurged({ transcriptId, key }) {
          await releaseFiles(deps, [key])
          await removeTranscriptLines(deps.pool, transcriptId)
        },
      },
    },
  )

const lapsed = (table: 'images' | 'campaign_files' | 'models' | 'transcripts') =>
  `select from ${table} where id = $1 and "deletedAt" <= now() - interval '${trashDays} days'`

/** Purges things in the Trash after the retention period. Things restored or deleted again later stay. */
export const purgeTrash = ({ pool }: Pick<Deps, 'pool'>) =>
  reactor(
    { ...imageEvents, ...campaignEvents, ...modelEvents, ...transcriptEvents },
    {
      name: 'purge-trash',
      // One hour more, in case clocks differ.
      delayMs: trashDays * 86_400_000 + 3_600_000,
      on: {
        async ImageDeleted({ imageId }, { dispatch }) {
          const { rowCount } = await pool.query(lapsed('images'), [imageId])
          if (rowCount) await dispatch(images, imageId, { type: 'PurgeImage', data: { imageId, by: null } })
        },
        async ModelDeleted({ modelId }, { dispatch }) {
          const { rowCount } = await pool.query(lapsed('models'), [modelId])
          if (rowCount) await dispatch(models, modelId, { type: 'PurgeModel', data: { modelId, by: null } })
        },
        async TranscriptDeleted({ transcriptId }, { dispatch }) {
          const { rowCount } = await pool.query(lapsed('transcripts'), [transcriptId])
          const data = { transcriptId, by: null }
          if (rowCount) await dispatch(transcripts, transcriptId, { type: 'PurgeTranscript', data })
        },
        async CampaignFileRemoved({ campaignId, fileId }, { dispatch }) {
          const { rowCount } = await pool.query(lapsed('campaign_files'), [fileId])
          const data = { campaignId, fileId, by: null }
          if (rowCount) await dispatch(campaigns, campaignId, { type: 'PurgeCampaignFile', data, item: fileId })
        },
      },
    },
  )
