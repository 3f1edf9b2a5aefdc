import type pg from 'pg'
import { type AccountChain, auditedCategories, type ChainStatus, type SignedHead } from '#domain/audit-chain.ts'
import type { EventStore, RecordedEvent } from '#eventstore'
import { auditedEvents, hashOf } from '#projections/links.ts'
import { linksOfStream, readLinks } from './read-links.ts'
import type { Signing } from './signing.ts'
import { storedHeads, storeHead } from './stored-heads.ts'
import { type Verdict, verify } from './verify.ts'

/** An installation's chain, and its log as it is stored. */
export interface Installed {
  pool: pg.Pool
  sealedStore: Pick<EventStore, 'read' | 'readAll'>
  signing: Signing
}

interface End {
  length: string
  link: Buffer
  /** The log position up to which events are linked. */
  until: string
}
const end = `select c.length, c.link, coalesce(c."takenTo", p.position) as until from audit.chain c, checkpoint p`

export async function* chainedEvents(
  sealedStore: Pick<EventStore, 'readAll'>,
  until: bigint,
  signal: AbortSignal,
): AsyncGenerator<RecordedEvent[]> {
  for await (const page of sealedStore.readAll({ until })) {
    signal.throwIfAborted()
    yield auditedEvents(page)
  }
}

/** Returns the current end of the chain, and the log position up to which events are linked. */
export const chainNow = async (pool: Pick<pg.Pool, 'query'>) => {
  const { rows } = await pool.query<End>(end)
  const { length, link, until } = rows[0] as End
  return { length: Number(length), link, until: BigInt(until) }
}

/**
 * Reads the whole log as stored, and the whole chain, and verifies each against the other. `elsewhere` are heads stored
 * outside the database.
 */
export const verifyInstalled = async (
  { pool, sealedStore, signing }: Installed,
  signal: AbortSignal,
  elsewhere: readonly SignedHead[] = [],
): Promise<Verdict> => {
  const { until, ...now } = await chainNow(pool)
  const verdict = await verify({
    ...now,
    links: readLinks(pool, now.length),
    events: chainedEvents(sealedStore, until, signal),
    heads: [...(await storedHeads(pool)), ...elsewhere],
    trusted: await signing.trusted(),
  })
  await pool.query('update audit.chain set "verifiedAt" = now(), result = $1', [verdict.result])
  return verdict
}

/** Signs the head of a verified chain. Returns undefined for an altered or truncated one: signing it would certify a forgery. */
export const signHead = async (
  { pool, signing }: Pick<Installed, 'pool' | 'signing'>,
  { length, head: link, result }: Verdict,
): Promise<SignedHead | undefined> => {
  if (result === 'altered' || result === 'truncated') return undefined
  const { rows } = await pool.query<{ eventId: string }>('select "eventId" from audit.links where n = $1', [length])
  const lastEventId = rows[0]?.eventId ?? null
  const at = new Date().toISOString()
  const head = await signing.signedSaying({ kind: 'loreloom-chain-head' as const, length, link, lastEventId, at })
  await storeHead(pool, head)
  return head
}

interface ChainState {
  length: string
  link: Buffer
  signedAt: Date | null
  verifiedAt: Date | null
  result: ChainStatus['result']
}
const selectState = `select length, link, "verifiedAt", result, (select max(at) from audit.heads) as "signedAt" from audit.chain`

export const readChainStatus = async (pool: Pick<pg.Pool, 'query'>): Promise<ChainStatus> => {
  const { rows } = await pool.query<ChainState>(selectState)
  const { length, link, signedAt, verifiedAt, result } = rows[0] as ChainState
  return {
    length: Number(length),
    head: Number(length) > 0 ? link.toString('hex') : null,
    signedAt: signedAt?.toISOString() ?? null,
    verifiedAt: verifiedAt?.toISOString() ?? null,
    result,
  }
}

/**
 * Reads one account's streams as stored, and verifies that each link has its unaltered event. Events without a link, such as ones just
 * appended, are not checked.
 */
export const verifyAccount = async (
  { pool, sealedStore }: Pick<Installed, 'pool' | 'sealedStore'>,
  userId: string,
): Promise<AccountChain> => {
  let [verified, of] = [0, 0]
  let firstBad: AccountChain['firstBad'] = null
  for (const stream of auditedCategories.map((category) => `${category}-${userId}`)) {
    const links = await linksOfStream(pool, stream)
    if (links.length === 0) continue
    const { events } = await sealedStore.read(stream)
    const byId = new Map(events.map((event) => [event.id, event]))
    of += links.length
    for (const { eventId, revision, hash } of links) {
      const event = byId.get(eventId)
      if (event && hashOf(event).equals(hash)) verified++
      else firstBad ??= { stream, revision }
    }
  }
  return { verified, of, firstBad }
}
