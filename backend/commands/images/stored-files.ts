import { imageEvents } from '#domain/images.ts'
import { upcast } from '#domain/upcasters.ts'
import { renderedKeys } from '../../providers/rendered-keys.ts'
import type { StoredFiles } from '../../sealing/forget.ts'

interface OwnedPicture {
  id: string
  key: string
  versions: string[]
  /** Files of its edits. */
  files: string[]
  masks: string[]
  cuts: { type: string; data: unknown }[]
}

const owned = `select id, file->>'key' as key,
    array(select edit->>'id' from jsonb_array_elements(edits) edit
      union select e.id::text from image_edits e where e."imageId" = images.id) as versions,
    array(select e.file->>'key' from image_edits e where e."imageId" = images.id and e.file is not null) as files,
    array(select e.mask from image_edits e where e."imageId" = images.id and e.mask is not null) as masks,
    array(select jsonb_build_object('type', type, 'data', data) from feed where item = images.id::text and type = 'ImageTokenMade') as cuts
  from images where file is not null
    and ("campaignId" = any(@campaignIds::uuid[]) or ("campaignId" is null and "userId" = @userId))`

/**
 * Selects the files that pictures of other owners use too: a copy of a campaign shares its picture files with the
 * original.
 */
const shared = `with theirs as (select id from images where "campaignId" = any(@campaignIds::uuid[]) or ("campaignId" is null and "userId" = @userId))
  select file->>'key' as key from images where file->>'key' = any(@keys) and id not in (select id from theirs)
  union select file->>'key' from image_edits where file->>'key' = any(@keys) and "imageId" not in (select id from theirs)`

const tokenOf = (cut: OwnedPicture['cuts'][number]) => imageEvents.ImageTokenMade.parse(upcast(cut).data).tokenId

/** Pictures with their edits, masks and tokens, and what is rendered from them. */
export const storedPictures: StoredFiles = {
  folders: ['images'],
  named: `select file->>'key' as name from images where id = any(@ids::uuid[])
    union all select id::text from images where id = any(@ids::uuid[])
    union all select file->>'key' from image_edits where "imageId" = any(@ids::uuid[])
    union all select mask from image_edits where "imageId" = any(@ids::uuid[])`,
  owned,
  keysOf({ id, key, versions, files, masks, cuts }: OwnedPicture) {
    const tokens = cuts.map(tokenOf)
    const pictures = [...new Set([key, ...files])]
    return {
      stored: [...pictures, ...masks],
      rendered: pictures.flatMap((each) => renderedKeys({ id, key: each, versions, tokens })),
    }
  },
  shared,
}
