import pg from 'pg'
import type { KeyOwner } from '#domain/erasable.ts'
import { verifiedEmail } from '../auth/verified-email.ts'
import { bindNamedValues, type NamedValues } from '../platform/named-values.ts'
import type { Files } from '../providers/files.ts'
import type { SealingKeys } from './keys.ts'

/** The user or campaign does not exist, or may not be erased. The message is for the operator. */
export class CannotForget extends Error {}

/** The stored files of a thing, and their owners. The statements may use `@campaignIds`, `@userId`, `@keys` and `@ids`. */
export interface StoredFiles {
  /** First parts of its keys, `<folder>/<id>/…`, each the category of the streams that name them. */
  folders: readonly string[]
  /**
   * Selects as `name` the referenced files: those of `@keys`, or all files of the things with `@ids`, which are parts of these keys.
   * Absent if only `awaited_files` refers to the files.
   */
  named?: string
  /** Selects the files of `@campaignIds`, and those that only `@userId` owns: rows with a `key`, or rows for `keysOf`. */
  owned: string
  /** The keys of an owned row, and of what is rendered from its files on request. */
  keysOf?(row: never): { stored: readonly string[]; rendered: readonly string[] }
  /** Selects those of `@keys` that things of other owners than `@campaignIds` and `@userId` show as well. */
  shared?: string
}

/** Personal data of a thing that is stored outside of events and views. */
export interface Erasure {
  /** Selects as `owner` the sealing keys that end with `@campaignIds` or `@userId`. */
  keys?: string
  /** Deletes rows in clear text that no rebuild of the views replaces. */
  clear?(pool: pg.Pool, campaignIds: readonly string[]): Promise<unknown>
}

interface Deps {
  pool: pg.Pool
  keys: Pick<SealingKeys, 'forget'>
  files: Pick<Files, 'remove'>
  storedFiles: readonly StoredFiles[]
  erasures: readonly Erasure[]
}

/** The scope of an erasure: everything in these campaigns, and the user's data outside of them. */
interface Whom {
  campaignIds: readonly string[]
  userId: string | null
}

/** Campaigns with a single remaining member: they contain no other user's text. */
const alone = `select c.id from campaigns c where exists (select from members m where m."campaignId" = c.id and m."userId" = $1)
  and not exists (select from members m where m."campaignId" = c.id and m."userId" <> $1)`

const select = async <Row>(pool: pg.Pool, statement: string, values: NamedValues): Promise<Row[]> =>
  (await pool.query<Row & pg.QueryResultRow>(bindNamedValues(statement, values))).rows

/** File keys within the scope, with those of rendered files; without files that other items still use. */
const keysOf = async ({ pool, storedFiles }: Deps, whom: Whom) => {
  const [stored, rendered]: [Set<string>, string[]] = [new Set(), []]
  for (const { owned, keysOf } of storedFiles)
    for (const row of await select<{ key: string }>(pool, owned, { ...whom })) {
      const found = keysOf?.(row as never) ?? { stored: [row.key], rendered: [] }
      for (const key of found.stored) stored.add(key)
      rendered.push(...found.rendered)
    }
  for (const { shared } of storedFiles)
    if (shared !== undefined)
      for (const { key } of await select<{ key: string }>(pool, shared, { ...whom, keys: [...stored] }))
        stored.delete(key)
  return { stored: [...stored], rendered }
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

/** Runs all statements in one transaction. Throws CannotForget for the only administrator, whom a database constraint protects. */
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

/** Subscriptions that would continue to charge an erased user; a suspended one may renew later. */
const stillBilled = `select from subscriptions where id = $1 and status in ('active', 'past_due') and (not "cancelAtPeriodEnd" or "isSuspended")`

/** Collects the owners of the sealing keys, and the keys of the files, that the erasure deletes. */
const collect = async (deps: Deps, whom: Whom) => {
  const owners: KeyOwner[] = whom.campaignIds.map((id): KeyOwner => `campaign:${id}`)
  if (whom.userId !== null) owners.push(`user:${whom.userId}`)
  for (const { keys } of deps.erasures)
    if (keys !== undefined)
      for (const { owner } of await select<{ owner: KeyOwner }>(deps.pool, keys, { ...whom })) owners.push(owner)
  return { owners, campaignIds: whom.campaignIds, ...(await keysOf(deps, whom)) }
}

const erase = async (
  { pool, keys, files, erasures }: Deps,
  { owners, campaignIds, stored, rendered }: Awaited<ReturnType<typeof collect>>,
) => {
  await keys.forget(owners)
  // Snapshots of streams contain the text unencrypted.
  await pool.query('truncate stream_snapshots')
  for (const { clear } of erasures) await clear?.(pool, campaignIds)
  for (const key of [...stored, ...rendered]) await files.remove(key)
  return { owners: owners.length, files: stored.length }
}

/**
 * Erases the text and files of a campaign. The campaign must be deleted, so that no member finds it empty. Throws
 * CannotForget.
 */
export const forgetCampaign = async (deps: Deps, id: string) => {
  const { rowCount } = await deps.pool.query('select from campaigns where id = $1 and "deletedAt" is not null', [id])
  if (rowCount === 0) throw new CannotForget('Only a campaign that was deleted can be forgotten.')
  return erase(deps, await collect(deps, { campaignIds: [id], userId: null }))
}

/** Erases a user's identity, private text, and campaigns without another member. Throws CannotForget. */
export const forgetUser = async (deps: Deps, id: string) => {
  const { rowCount } = await deps.pool.query('select from auth."user" where id = $1', [id])
  if (rowCount === 0) throw new CannotForget('There is no such user.')
  const billed = await deps.pool.query(stillBilled, [id])
  if (billed.rowCount !== 0)
    throw new CannotForget('Their subscription renews: cancel it with the payment provider first.')
  const { rows } = await deps.pool.query<{ id: string }>(alone, [id])
  // Runs before the address is erased, since pre-orders are found by it.
  const theirs = await collect(deps, { campaignIds: rows.map((campaign) => campaign.id), userId: id })
  await makeNameless(deps.pool, id)
  return erase(deps, theirs)
}
