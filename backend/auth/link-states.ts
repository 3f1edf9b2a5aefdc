import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'

/** Minutes within which the user must return from the other service. */
const minutes = 10
/** Maximum of open attempts per user; a new one ends the oldest. */
const mostOpen = 5

export const linkStatesSql = `
-- Attempts to connect an account of another service, by the hash of their state. Each works once, in the session that began it.
create table if not exists auth.link_states (
  hash text primary key,
  "userId" text not null references auth."user" (id) on delete cascade,
  "sessionId" text not null,
  verifier text not null,
  "expiresAt" timestamptz not null
);
create index if not exists link_states_by_user on auth.link_states ("userId", "expiresAt");
`

/** A state belongs to one service, and is not accepted in the callback of another. */
type Service = 'discord' | 'storyVault'

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')
const newSecret = () => randomBytes(32).toString('base64url')

const prune = `delete from auth.link_states where "expiresAt" < now() or hash in (
  select hash from auth.link_states where "userId" = $1 order by "expiresAt" desc offset ${mostOpen - 1})`
const insert = `insert into auth.link_states (hash, "userId", "sessionId", verifier, "expiresAt")
  values ($1, $2, $3, $4, now() + make_interval(mins => ${minutes}))`
const take = `delete from auth.link_states where hash = $1
  returning "userId", "sessionId", verifier, "expiresAt" > now() as "isOpen"`

interface Holder {
  userId: string
  sessionId: string
}

const keyOf = (service: Service, state: string) => hashOf(`${service}:${state}`)

/** Begins an attempt: `challenge` is sent along with the state, so that only the holder of the verifier can use the returned code. */
export const beginLink = async (pool: pg.Pool, service: Service, { userId, sessionId }: Holder) => {
  const [state, verifier] = [newSecret(), newSecret()]
  await pool.query(prune, [userId])
  await pool.query(insert, [keyOf(service, state), userId, sessionId, verifier])
  return { state, challenge: hashOf(verifier) }
}

/** Ends an attempt and returns its verifier; undefined if the state is unknown, used or expired, or another session began it. */
export const endLink = async (
  pool: pg.Pool,
  service: Service,
  state: string,
  holder: Holder,
): Promise<string | undefined> => {
  const { rows } = await pool.query<Holder & { verifier: string; isOpen: boolean }>(take, [keyOf(service, state)])
  const [begun] = rows
  const isTheirs = begun?.userId === holder.userId && begun.sessionId === holder.sessionId
  return begun?.isOpen && isTheirs ? begun.verifier : undefined
}
