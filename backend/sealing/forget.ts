import pg from 'pg'
import type { KeyOwner } from '#domain/erasable.ts'
import { imageEvents } from '#domain/images.ts'
import { thumbnailWidths } from '#domain/thumbnail-widths.ts'
import { upcast } from '#domain/upcasters.ts'
import { forgetFilePassages } from '#projections/file-passages.ts'
import { forgetPartialAnswers } from '#projections/partial-answers.ts'
import { forgetTextIndex } from '#projections/text-index.ts'
import { forgetTranscriptLines } from '#projections/transcript-lines.ts'
import { verifiedEmail } from '../auth/verified-email.ts'
import type { Files } from '../providers/files.ts'
import { renderedKeys, thumbnailKey } from '../providers/rendered-keys.ts'
import type { SealingKeys } from './keys.ts'

/** No user, and no campaign that may be forgotten, has this id. Its message is for the operator. */
export class CannotForget extends Error {}

type Deps = { pool: pg.Pool; keys: Pick<SealingKeys, 'forget'>; files: Pick<Files, 'remove'> }

/** Campaigns with a single remaining member: they contain no other user's text. */
const alone = `select c.id from campaigns c where exists (select from members m where m."campaignId" = c.id and m."userId" = $1)
  and not exists (select from members m where m."campaignId" = c.id and m."userId" <> $1)`
const picturesOf = `select id, file->>'key' as key,
    array(select edit->>'id' from jsonb_array_elements(edits) edit
      union select e.id::text from image_edits e where e."imageId" = images.id) as versions,
    array(select e.file->>'key' from image_edits e where e."imageId" = images.id and e.file is not null) as files,
    array(select e.mask from image_edits e where e."imageId" = images.id and e.mask is not null) as masks,
    array(select jsonb_build_object('type', type, 'data', data) from feed where item = images.id::text and type = 'ImageTokenMade') as cuts
  from images where file is not null
    and ("campaignId" = any($1::uuid[]) or ("campaignId" is null and "userId" = $2))`
const modelsOf = `select id, array_remove(array[glb->>'key', preview->>'key', stl->'file'->>'key', "threeMf"->'file'->>'key',
    obj->'file'->>'key'], null) as files, substring("renderedImageUri" from '[^/]+$') as version
  from models where "campaignId" = any($1::uuid[]) or ("campaignId" is null and "userId" = $2)`
const screenshotsOf = `select screenshot->>'key' as key from support_requests where "userId" = $1 and screenshot is not null`
const transcriptsOf = `select key from transcripts where "campaignId" = any($1::uuid[])
   union select key from recordings, jsonb_array_elements_text(keys) key where "campaignId" = any($1::uuid[]) or "userId" = $2`
const filesOf = `select key from campaign_files where "campaignId" = any($1::uuid[])
   union select key from conversation_files where "campaignId" = any($1::uuid[]) or "userId" = $2`
/** Exports contain what is to be forgotten; those of a campaign are all deleted, since each can be created again. Files that wait for a message are their user's. */
const exportsOf = `select key from awaited_files where key like 'exports/%' and ($1::uuid is null or "userId" = $1)
   union select key from awaited_files where key like 'unclaimed/%' and "userId" = $1`
/** Files of these keys that other pictures show: a copy of a campaign has pictures of the same files, and so has its original. */
const sharedWithOthers = `select file->>'key' as key from images where file->>'key' = any($1) and id <> all($2::uuid[])
  union select file->>'key' from image_edits where file->>'key' = any($1) and "imageId" <> all($2::uuid[])`

interface Picture {
  id: string
  key: string
  versions: string[]
  /** All that it has been, where it was edited. */
  files: string[]
  masks: string[]
  cuts: { type: string; data: unknown }[]
}
interface StoredModel {
  id: string
  files: string[]
  /** Of its preview. */
  version: string | null
}
const thumbnailsOf = ({ id, version }: StoredModel) =>
  version === null ? [] : thumbnailWidths.map((width) => thumbnailKey(id, version, width))

const tokenOf = (cut: Picture['cuts'][number]) => imageEvents.ImageTokenMade.parse(upcast(cut).data).tokenId

/** With what was made from them; without the files that other pictures show. */
const keysOf = async (pool: pg.Pool, campaignIds: readonly string[], userId: string | null) => {
  const pictures = await pool.query<Picture>(picturesOf, [campaignIds, userId])
  const files = await pool.query<{ key: string }>(filesOf, [campaignIds, userId])
  const transcripts = await pool.query<{ key: string }>(transcriptsOf, [campaignIds, userId])
  const models = await pool.query<StoredModel>(modelsOf, [campaignIds, userId])
  const screenshots = await pool.query<{ key: string }>(screenshotsOf, [userId])
  const exported = await pool.query<{ key: string }>(exportsOf, [userId])
  const given = [...pictures.rows, ...files.rows, ...transcripts.rows, ...screenshots.rows, ...exported.rows].map(
    ({ key }) => key,
  )
  const edited = pictures.rows.flatMap(({ files, masks }) => [...files, ...masks])
  const all = [...new Set([...given, ...edited, ...models.rows.flatMap(({ files }) => files)])]
  const others = await pool.query<{ key: string }>(sharedWithOthers, [all, pictures.rows.map(({ id }) => id)])
  const shared = new Set(others.rows.map(({ key }) => key))
  return {
    given: all.filter((key) => !shared.has(key)),
    rendered: [
      ...models.rows.flatMap(thumbnailsOf),
      ...pictures.rows.flatMap(({ cuts, key, files, ...picture }) =>
        [...new Set([key, ...files])].flatMap((each) =>
          renderedKeys({ ...picture, key: each, tokens: cuts.map(tokenOf) }),
        ),
      ),
    ],
  }
}

/** The account can no longer sign in; its id remains, so that the history of others stays readable. */
const nameless = [
  // An unverified address may belong to another person, and so may the mail that was sent there.
  `delete from outbox_mails where "userId" = $1 or "to" = ${verifiedEmail('$1')}`,
  'delete from auth.email_links where "userId" = $1',
  'delete from auth.devices where "userId" = $1',
  'delete from auth.link_states where "userId" = $1',
  'delete from auth.user_tokens where "userId" = $1',
  'delete from auth.session where "userId" = $1',
  'delete from auth.account where "userId" = $1',
  `update auth."user" set name = 'Somebody', email = id || '@forgotten.invalid', "emailVerified" = false, image = null, banned = true where id = $1`,
]

/** All of it or nothing. The database keeps an only administrator from going. */
const makeNameless = async (pool: pg.Pool, id: string) => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const statement of nameless) await client.query(statement, [id])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    if (error instanceof pg.DatabaseError && error.code === '23514')
      throw new CannotForget('This is the only administrator. Make somebody else one first.')
    throw error
  } finally {
    client.release()
  }
}

/** A coupon has a key of its own. One that waits is a user's where its address is proven to be theirs: a squatter's end must not take it. */
const theirCoupons = `select c.id from coupons c where c."redeemedBy" = $1
  or (c."redeemedBy" is null and c.email = ${verifiedEmail('$1::text')})`

/** A conversation has a key of its own, which ends with its user's and with its campaign's. */
const theirConversations = 'select id from conversations where "campaignId" = any($1::uuid[]) or "userId" = $2'

/** Whom we would not know any more. */
const stillBilled = `select from subscriptions where id = $1 and status in ('active', 'past_due') and not "cancelAtPeriodEnd"`

const forgetAll = async (
  { pool, keys, files }: Deps,
  campaignIds: readonly string[],
  userId: string | null,
  couponIds: readonly string[] = [],
) => {
  const { rows: conversations } = await pool.query<{ id: string }>(theirConversations, [campaignIds, userId])
  const owners: KeyOwner[] = [
    ...conversations.map(({ id }): KeyOwner => `conversation:${id}`),
    ...campaignIds.map((id): KeyOwner => `campaign:${id}`),
    ...[...couponIds, ...(userId === null ? [] : [userId])].map((id): KeyOwner => `user:${id}`),
  ]
  const { given, rendered } = await keysOf(pool, campaignIds, userId)
  await keys.forget(owners)
  // States of streams hold it in clear.
  await pool.query('truncate stream_snapshots')
  await forgetTextIndex(pool)
  await forgetTranscriptLines(pool, campaignIds)
  await forgetPartialAnswers(pool)
  await forgetFilePassages(pool)
  for (const key of [...given, ...rendered]) await files.remove(key)
  return { owners: owners.length, files: given.length }
}

/** What was written in a campaign, and its files. It must have been deleted, so that no member finds it empty. Throws CannotForget. */
export const forgetCampaign = async (deps: Deps, id: string) => {
  const { rowCount } = await deps.pool.query('select from campaigns where id = $1 and "deletedAt" is not null', [id])
  if (rowCount === 0) throw new CannotForget('Only a campaign that was deleted can be forgotten.')
  return forgetAll(deps, [id], null)
}

/** A user's identity, their private text, and the campaigns without another member. Throws CannotForget. */
export const forgetUser = async (deps: Deps, id: string) => {
  const { rowCount } = await deps.pool.query('select from auth."user" where id = $1', [id])
  if (rowCount === 0) throw new CannotForget('There is no such user.')
  const billed = await deps.pool.query(stillBilled, [id])
  if (billed.rowCount !== 0)
    throw new CannotForget('Their subscription renews: cancel it with the payment provider first.')
  const { rows } = await deps.pool.query<{ id: string }>(alone, [id])
  const { rows: preorders } = await deps.pool.query<{ id: string }>(theirCoupons, [id])
  await makeNameless(deps.pool, id)
  return forgetAll(
    deps,
    rows.map((campaign) => campaign.id),
    id,
    preorders.map((coupon) => coupon.id),
  )
}
