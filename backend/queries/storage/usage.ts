import type { Quotas, StorageShare } from '#domain/storage.ts'
import { expectedModelBytes, expectedPictureBytes } from '#domain/storage.ts'
import { trashDays } from '#domain/trash.ts'
import { verifiedEmail } from '../../auth/verified-email.ts'
import type { Read } from '../../http/snapshot.ts'

/**
 * The scope of a count: the user who uploaded or generated a file, or the campaign that contains it. Each file counts
 * for both.
 */
export type StorageScope = { userId: string } | { campaignId: string }

const sizeOf = (file: string) => `coalesce((${file}->>'size')::bigint, 0) + coalesce((${file}->>'beside')::bigint, 0)`

interface Branch {
  bytes: string
  from: string
  /** Condition for the rows of `@userId`. */
  ofUser: string
  campaignId: string
  deletedAt: string
}

/**
 * Everything that uses storage, by the folder of its files, from the views alone, so that a rebuild yields the same
 * figures. Pictures in progress count as `expectedPictureBytes`. Files of copied campaigns count again, since the copy
 * retains them. Auditors' statements count for their requesters.
 */
export const usedStorage: Readonly<Record<string, readonly Branch[]>> = {
  images: [
    {
      bytes: `case when i.file is not null then ${sizeOf('i.file')} when i.generating then ${expectedPictureBytes} else 0 end`,
      // After the first edit, all versions of a picture, including the original, are rows of `image_edits`.
      from: `images i where not exists (select from image_edits e where e."imageId" = i.id and e.tool is null)`,
      ofUser: 'i."userId" = @userId',
      campaignId: 'i."campaignId"',
      deletedAt: 'i."deletedAt"',
    },
    {
      bytes: `case when e.file is not null then ${sizeOf('e.file')}
        when e.status in ('IN_QUEUE', 'IN_PROGRESS', 'RETRYING') then ${expectedPictureBytes} else 0 end + e."maskBytes"`,
      from: 'image_edits e join images i on i.id = e."imageId" where true',
      ofUser: '(e."userId" = @userId or (e."userId" is null and i."userId" = @userId))',
      campaignId: 'i."campaignId"',
      deletedAt: 'i."deletedAt"',
    },
  ],
  models: [
    {
      bytes: `case when m.status = 'GENERATING' then ${expectedModelBytes} else m.bytes end`,
      from: 'models m where true',
      ofUser: 'm."userId" = @userId',
      campaignId: 'm."campaignId"',
      deletedAt: 'm."deletedAt"',
    },
  ],
  transcripts: [
    {
      bytes: 'v.size',
      from: 'transcripts v where true',
      ofUser: 'v."userId" = @userId',
      campaignId: 'v."campaignId"',
      deletedAt: 'v."deletedAt"',
    },
  ],
  recordings: [
    {
      bytes: 'r.size',
      from: 'recordings r where true',
      ofUser: 'r."userId" = @userId',
      campaignId: 'r."campaignId"',
      deletedAt: 'null::timestamptz',
    },
  ],
  campaigns: [
    {
      bytes: 'f.size',
      from: 'campaign_files f where true',
      ofUser: 'f."addedBy" = @userId',
      campaignId: 'f."campaignId"',
      deletedAt: 'f."deletedAt"',
    },
  ],
  conversations: [
    {
      bytes: 'f.size',
      from: 'conversation_files f join conversations v on v.id = f."conversationId" where true',
      ofUser: 'f."userId" = @userId',
      campaignId: 'f."campaignId"',
      deletedAt: 'v."deletedAt"',
    },
  ],
  exports: [
    {
      bytes: 'coalesce(x.bytes, 0)::bigint',
      from: `exports x where x."expiresAt" > now()`,
      ofUser: 'x."userId" = @userId',
      campaignId: 'null::uuid',
      deletedAt: 'null::timestamptz',
    },
  ],
  support: [
    {
      bytes: `(r.screenshot->>'size')::bigint`,
      from: 'support_requests r where r.screenshot is not null',
      ofUser: 'r."userId" = @userId',
      campaignId: 'null::uuid',
      deletedAt: 'null::timestamptz',
    },
  ],
}

/** Selects uploaded files that the views lack, since the event that refers to them is not projected yet; they use storage already. */
const awaited = (scope: string) => `
  select a.bytes, null::timestamptz as "deletedAt", a."campaignId" from awaited_files a
   where a.bytes is not null and ${scope}
     and not exists (select from campaign_files f where f.key = a.key
       and f."campaignId" = case when a.stream like 'campaigns-%' then substr(a.stream, 11)::uuid end)
     and not exists (select from conversation_files f where f.key = a.key
       and f."conversationId" = case when a.stream like 'conversations-%' then substr(a.stream, 15)::uuid end)
     and not exists (select from transcripts v where v.key = a.key
       and v.id = case when a.stream like 'transcripts-%' then substr(a.stream, 13)::uuid end)
     and not exists (select from recordings r where r.keys @> to_jsonb(a.key)
       and r.id = case when a.stream like 'recordings-%' then substr(a.stream, 12)::uuid end)
     and not exists (select from support_requests r where r.screenshot->>'key' = a.key
       and r.id = case when a.stream like 'support-%' then substr(a.stream, 9)::uuid end)
     and not exists (select from images i where a.key not like '%/masks/%'
       and i.id = case when a.stream like 'images-%' then substr(a.stream, 8)::uuid end)
     and not exists (select from image_edits e where e.mask = a.key
       and e."imageId" = case when a.stream like 'images-%' then substr(a.stream, 8)::uuid end)`

const itemsOf = (isUser: boolean) =>
  [
    ...Object.values(usedStorage)
      .flat()
      .map(
        ({ bytes, from, ofUser, campaignId, deletedAt }) =>
          `select ${bytes} as bytes, ${deletedAt} as "deletedAt", ${campaignId} as "campaignId" from ${from}
           and ${isUser ? ofUser : `${campaignId} = @campaignId`}`,
      ),
    awaited(isUser ? 'a."userId" = @userId' : 'a."campaignId" = @campaignId'),
  ].join(' union all ')

/** Items beyond the Trash's retention period, or in such a campaign, cannot be restored. */
const lapsed = `now() - interval '${trashDays} days'`
const totals = (isUser: boolean) => `
  select coalesce(sum(s.bytes), 0)::bigint as used,
         coalesce(sum(s.bytes) filter (where s."deletedAt" is not null), 0)::bigint as "inTrash"
    from (${itemsOf(isUser)}) s left join campaigns c on c.id = s."campaignId"
   where (s."deletedAt" is null or s."deletedAt" > ${lapsed}) and (c."deletedAt" is null or c."deletedAt" > ${lapsed})`
const statements = { user: totals(true), campaign: totals(false) }

export const usageOf = async (read: Read, scope: StorageScope): Promise<Pick<StorageShare, 'used' | 'inTrash'>> => {
  const [row] = await read<Pick<StorageShare, 'used' | 'inTrash'>>(
    'userId' in scope ? statements.user : statements.campaign,
    scope,
  )
  return row ?? { used: 0, inTrash: 0 }
}

/** A thing that moves between campaigns with its files. Lore moves with its 3D models, and with its pictures unless it is `bareLore`. */
export interface MovedThing {
  kind: 'image' | 'model' | 'lore' | 'bareLore'
  id: string
}

const ofMovedImages = `(i.id = any(@imageIds::uuid[]) or i."conjurationId" = any(@imagesOf::uuid[]))
  and i."deletedAt" is null and i."campaignId" is distinct from @campaignId`
const movedImage = 'case when i.id = any(@imageIds::uuid[]) then i.id else i."conjurationId" end'
const movedBytes = `
  select s.thing, sum(s.bytes)::bigint as bytes from (
    select ${movedImage} as thing, ${sizeOf('i.file')} as bytes from images i
     where ${ofMovedImages} and i.file is not null
       and not exists (select from image_edits e where e."imageId" = i.id and e.tool is null)
    union all
    select ${movedImage}, ${sizeOf('e.file')} + e."maskBytes" from image_edits e join images i on i.id = e."imageId"
     where ${ofMovedImages}
    union all
    select case when m.id = any(@modelIds::uuid[]) then m.id else m."conjurationId" end, m.bytes from models m
     where (m.id = any(@modelIds::uuid[]) or m."conjurationId" = any(@modelsOf::uuid[]))
       and m."campaignId" is distinct from @campaignId) s
   group by s.thing having sum(s.bytes) > 0`

/** Selects everything in one statement, so that no thing counts both as moving and as moved. */
const room = `with moved as materialized (${movedBytes})
  select (select position::text from checkpoint) as position,
    (select coalesce(jsonb_object_agg(thing, bytes), '{}') from moved) as bytes,
    case when exists (select from moved) then (select used from (${statements.campaign}) t) else 0 end as used`

interface Room {
  /** The log position of these figures. */
  position: bigint
  /** Bytes that each thing would bring to the campaign, by id; a thing without files, or that is there already, has none. */
  bytes: ReadonlyMap<string, number>
  /** Bytes that the campaign's files take; 0 where no thing would bring any. */
  used: number
}

/** Reads the storage used by a campaign, and the storage that things would need there, at one position of the views. */
export const loadRoom = async (read: Read, campaignId: string, things: readonly MovedThing[]): Promise<Room> => {
  const idsOf = (...kinds: readonly MovedThing['kind'][]) =>
    things.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)
  const [row] = await read<{ position: string | null; bytes: Record<string, number>; used: number }>(room, {
    campaignId,
    imageIds: idsOf('image'),
    imagesOf: idsOf('lore'),
    modelIds: idsOf('model'),
    modelsOf: idsOf('lore', 'bareLore'),
  })
  const { position, bytes = {}, used = 0 } = row ?? {}
  return { position: BigInt(position ?? 0), bytes: new Map(Object.entries(bytes)), used }
}

/** Returns the storage limit of a user, which is lower until their e-mail address is verified. Admins need no verification. */
export const mostOf = async (
  read: Read,
  userId: string,
  { userBytes, unverifiedBytes }: Quotas,
): Promise<{ most: number; isUnverified: boolean }> => {
  const [user] = await read<{ isTrusted: boolean }>(
    `select ${verifiedEmail('$1')} is not null or exists (select from auth."user" where id = $1 and role = 'admin') as "isTrusted"`,
    [userId],
  )
  const isUnverified = !user?.isTrusted && unverifiedBytes < userBytes
  return { most: isUnverified ? unverifiedBytes : userBytes, isUnverified }
}

/**
 * Number of campaign copies that a user began within the last hour, and the seconds until the oldest no longer counts.
 */
export const recentCopies = `select count(*), ceil(extract(epoch from min("begunAt") + interval '1 hour' - now()))::int as seconds
  from operations where "userId" = $1 and kind = 'copy-past' and "begunAt" > now() - interval '1 hour'`
