import pg from 'pg'
import type { KeyOwner } from '#domain/erasable.ts'
import { imageEvents } from '#domain/images.ts'
import { upcast } from '#domain/upcasters.ts'
import { forgetTextIndex } from '#projections/text-index.ts'
import { verifiedEmail } from '../auth/verified-email.ts'
import type { Files } from '../providers/files.ts'
import { renderedKeys } from '../providers/rendered-keys.ts'
import type { SealingKeys } from './keys.ts'

/** Nobody, or no campaign that may be forgotten, has this id. Its message is for the operator. */
export class CannotForget extends Error {}

type Deps = { pool: pg.Pool; keys: Pick<SealingKeys, 'forget'>; files: Pick<Files, 'remove'> }

/** Campaigns of which somebody is the only one left: nobody else's words are in them. */
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
const filesOf = 'select key from campaign_files where "campaignId" = any($1::uuid[])'
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
const tokenOf = (cut: Picture['cuts'][number]) => imageEvents.ImageTokenMade.parse(upcast(cut).data).tokenId

/** With what was made from them; without the files that other pictures show. */
const keysOf = async (pool: pg.Pool, campaignIds: readonly string[], userId: string | null) => {
  const pictures = await pool.query<Picture>(picturesOf, [campaignIds, userId])
  const files = await pool.query<{ key: string }>(filesOf, [campaignIds])
  const given = [...pictures.rows, ...files.rows].map(({ key }) => key)
  const edited = pictures.rows.flatMap(({ files, masks }) => [...files, ...masks])
  const all = [...new Set([...given, ...edited])]
  const others = await pool.query<{ key: string }>(sharedWithOthers, [all, pictures.rows.map(({ id }) => id)])
  const shared = new Set(others.rows.map(({ key }) => key))
  return {
    given: all.filter((key) => !shared.has(key)),
    rendered: pictures.rows.flatMap(({ cuts, key, files, ...picture }) =>
      [...new Set([key, ...files])].flatMap((each) =>
        renderedKeys({ ...picture, key: each, tokens: cuts.map(tokenOf) }),
      ),
    ),
  }
}

/** Who signs in with it is nobody any more; the id stays, so that what others did with them keeps its history. */
const nameless = [
  // An address that nobody proved may be somebody else's, and so is the mail that went there.
  `delete from outbox_mails where "userId" = $1 or "to" = ${verifiedEmail('$1')}`,
  'delete from auth.email_links where "userId" = $1',
  'delete from auth.devices where "userId" = $1',
  'delete from auth.link_states where "userId" = $1',
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
  for (const key of [...given, ...rendered]) await files.remove(key)
  return { owners: owners.length, files: given.length }
}

/** What was written in a campaign, and its files. It must have been deleted: nobody is to find it empty. Throws CannotForget. */
export const forgetCampaign = async (deps: Deps, id: string) => {
  const { rowCount } = await deps.pool.query('select from campaigns where id = $1 and "deletedAt" is not null', [id])
  if (rowCount === 0) throw new CannotForget('Only a campaign that was deleted can be forgotten.')
  return forgetAll(deps, [id], null)
}

/** Who somebody is, what they wrote for themselves, and the campaigns that only they are in. Throws CannotForget. */
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
