import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { Rejection } from '#domain/decider.ts'
import { linkHours, linkPauseSeconds } from '#domain/email-addresses.ts'
import { inTransaction } from '../projections/in-transaction.ts'

/** Maximum of links per day: of one account to all addresses, and to one address from all accounts. */
const mostPerDay = { account: 10, address: 10 }
/** Days for which expired links are stored, so that a user who opens one gets an explanation. */
const daysStored = 7

interface AccountRow {
  id: string
  name: string
  email: string
  emailVerified: boolean
}

export interface NewLink {
  account: Pick<AccountRow, 'id' | 'name' | 'email'>
  /** The recipient of the link. */
  email: string
  isChange: boolean
  /**
   * The token of a new link; `taken` if the address belongs to another account, so that no link may be sent; `recent` if the same link was
   * sent within the last minute, and still works.
   */
  outcome: { token: string } | 'taken' | 'recent'
}

export interface UsedLink {
  email: string
  isChange: boolean
  /** True if the account had verified this address before. */
  isRepeat: boolean
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** Locks and reads the account, so that its concurrent requests run one after another. Throws `unauthenticated` if it does not exist. */
const lockAccount = async (client: pg.PoolClient, userId: string): Promise<AccountRow> => {
  const { rows } = await client.query<AccountRow>(
    'select id, name, email, "emailVerified" from auth."user" where id = $1 for no key update',
    [userId],
  )
  if (!rows[0]) throw new Rejection('unauthenticated')
  return rows[0]
}

const open = `"usedAt" is null and "endedAt" is null and "expiresAt" > clock_timestamp()`

/** True if the account was sent this link within the last minute. Throws `too_many_links` if it may not be sent. */
const wasJustSent = async (client: pg.PoolClient, userId: string, email: string, isChange: boolean) => {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('loreloom links to ' || $1, 0))`, [email])
  const { rows } = await client.query<{ recent: boolean; account: number; address: number }>(
    `select coalesce(bool_or("userId" = $1 and email = $2 and "isChange" = $3 and ${open}
          and "createdAt" > clock_timestamp() - make_interval(secs => ${linkPauseSeconds})), false) as recent,
        count(*) filter (where "userId" = $1)::int as account, count(*) filter (where email = $2)::int as address
      from auth.email_links
      where ("userId" = $1 or email = $2) and "createdAt" > clock_timestamp() - interval '1 day'`,
    [userId, email, isChange],
  )
  const { recent = false, account = 0, address = 0 } = rows[0] ?? {}
  if (!recent && (account >= mostPerDay.account || address >= mostPerDay.address)) throw new Rejection('too_many_links')
  return recent
}

const insertLink = async (client: pg.PoolClient, userId: string, email: string, isChange: boolean) => {
  const token = randomBytes(32).toString('base64url')
  await client.query(
    `insert into auth.email_links (hash, "userId", email, "isChange", "expiresAt")
      values ($1, $2, $3, $4, clock_timestamp() + make_interval(hours => ${linkHours}))`,
    [hashOf(token), userId, email, isChange],
  )
  await client.query(
    `delete from auth.email_links where "expiresAt" < clock_timestamp() - make_interval(days => ${daysStored})`,
  )
  return token
}

/** The links that prove addresses. Each names one account and one address, and is used once. */
export const emailLinks = (pool: pg.Pool) => {
  const createIn = async (
    client: pg.PoolClient,
    account: AccountRow,
    email: string,
    isChange: boolean,
  ): Promise<NewLink> => {
    const { id: userId } = account
    if (await wasJustSent(client, userId, email, isChange)) return { account, email, isChange, outcome: 'recent' }
    // A link for a taken address is counted and shown like any other: only that mailbox learns that the address is
    // taken.
    const token = await insertLink(client, userId, email, isChange)
    const others = await client.query('select from auth."user" where email = $1 and id <> $2', [email, userId])
    return { account, email, isChange, outcome: others.rowCount === 0 ? { token } : 'taken' }
  }

  return {
    /** Creates a link to the account's own address. Throws `email_verified_already` and `too_many_links`. */
    createVerification: (userId: string): Promise<NewLink> =>
      inTransaction(pool, async (client) => {
        const account = await lockAccount(client, userId)
        if (account.emailVerified) throw new Rejection('email_verified_already')
        return createIn(client, account, account.email, false)
      }),

    /** Creates a link to an address that replaces the account's own once confirmed; ends other pending changes. Throws `too_many_links`. */
    createChange: (userId: string, email: string): Promise<NewLink> =>
      inTransaction(pool, async (client) => {
        const account = await lockAccount(client, userId)
        const link = await createIn(client, account, email, true)
        await client.query(
          `update auth.email_links set "endedAt" = clock_timestamp() where "userId" = $1 and email <> $2 and "isChange" and ${open}`,
          [userId, email],
        )
        return link
      }),

    /** Returns the address of the pending change; undefined if there is none. */
    async waitingChange(userId: string): Promise<string | undefined> {
      const { rows } = await pool.query<{ email: string }>(
        `select email from auth.email_links where "userId" = $1 and "isChange" and ${open} order by "createdAt" desc limit 1`,
        [userId],
      )
      return rows[0]?.email
    },

    async withdrawChange(userId: string): Promise<void> {
      await pool.query(
        `update auth.email_links set "endedAt" = clock_timestamp() where "userId" = $1 and "isChange" and ${open}`,
        [userId],
      )
    },

    /**
     * Redeems a link, and verifies its address for the account. `note` runs before a change of address takes effect,
     * with the old address, in the same transaction. Throws the refusals of links, and `email_taken`.
     */
    confirm: (userId: string, token: string, note: (change: { from: string }) => Promise<unknown>): Promise<UsedLink> =>
      inTransaction(pool, async (client) => {
        const account = await lockAccount(client, userId)
        const { rows } = await client.query<LinkRow>(
          `select "userId", email, "isChange", "usedAt" is not null as "isUsed", "endedAt" is not null as "isEnded",
              "expiresAt" <= clock_timestamp() as "isExpired"
            from auth.email_links where hash = $1`,
          [hashOf(token)],
        )
        const { email, isChange } = openLink(rows[0], account)
        if (account.emailVerified && account.email === email) return { email, isChange, isRepeat: true }
        await client.query('update auth.email_links set "usedAt" = clock_timestamp() where hash = $1', [hashOf(token)])
        await setVerified(client, userId, email)
        if (account.email !== email) await note({ from: account.email })
        return { email, isChange, isRepeat: false }
      }),
  }
}

interface LinkRow {
  userId: string
  email: string
  isChange: boolean
  isUsed: boolean
  isEnded: boolean
  isExpired: boolean
}

/** Returns a link that works for this account, or whose address the account has verified already. Throws the refusals of links. */
const openLink = (link: LinkRow | undefined, account: AccountRow): LinkRow => {
  if (!link) throw new Rejection('email_link_unknown')
  if (link.userId !== account.id) throw new Rejection('email_link_of_another')
  if (account.emailVerified && account.email === link.email) return link
  if (link.isUsed) throw new Rejection('email_link_used')
  if (link.isEnded) throw new Rejection('email_link_ended')
  if (link.isExpired) throw new Rejection('email_link_expired')
  return link
}

const uniqueViolation = '23505'

const setVerified = async (client: pg.PoolClient, userId: string, email: string) => {
  try {
    await client.query(
      'update auth."user" set email = $2, "emailVerified" = true, "updatedAt" = clock_timestamp() where id = $1',
      [userId, email],
    )
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === uniqueViolation) throw new Rejection('email_taken')
    throw error
  }
}
