import { sign } from 'node:crypto'
import type pg from 'pg'
import type { AuditKey } from '#domain/audit-chain.ts'
import { type KeyRing, publicOf } from './key-ring.ts'
import { keyIdOf, pemOf, signatureOf } from './signed.ts'
import { handover, type Trusted, trustedBy } from './trusted.ts'

interface Row {
  id: string
  publicKey: string
  since: Date
  follows: string | null
  signature: string | null
  countersignature: string | null
}

/** Published keys, newest first. Verifiers must know one of them from another source. */
const publishedKeys = async (pool: Pick<pg.Pool, 'query'>): Promise<AuditKey[]> => {
  const { rows } = await pool.query<Row>('select * from audit.keys order by since desc, id')
  return rows.map(({ id, publicKey, since, follows, signature, countersignature }) => ({
    id,
    publicKey,
    since: since.toISOString(),
    follows: follows && signature && countersignature ? { id: follows, signature, countersignature } : null,
  }))
}

/** Publishes a key; the first of concurrent processes wins. */
const publishKey = async (pool: Pick<pg.Pool, 'query'>, { id, publicKey, since, follows }: AuditKey) => {
  await pool.query(
    `insert into audit.keys (id, "publicKey", since, follows, signature, countersignature) values ($1, $2, $3, $4, $5, $6)
      on conflict do nothing`,
    [id, publicKey, since, follows?.id ?? null, follows?.signature ?? null, follows?.countersignature ?? null],
  )
}

/** A detached signature: Ed25519 over exactly the signed bytes, in base64, with the id of its key. */
export interface Detached {
  key: string
  signature: string
}

/** The installation's signing keys. The private keys are outside PostgreSQL; the public ones are published there. */
export interface Signing {
  /** Signs the bytes of an export. `openssl pkeyutl -verify -rawin -pubin -inkey <published key>` verifies the signature. */
  signed(bytes: Buffer | string): Promise<Detached>
  /** Adds the id of the newest key to a statement, and signs its canonical form with that key. */
  signedSaying<Said extends object>(said: Said): Promise<Said & Detached>
  keys(): Promise<AuditKey[]>
  /** Returns the installation's own keys, and those connected to them by signed handovers. */
  trusted(): Promise<Trusted>
  /** Adds a new key, which signs from now on. Returns its id. */
  rotate(): Promise<string>
}

export const signingWith = (ring: KeyRing, pool: Pick<pg.Pool, 'query'>): Signing => {
  const published = new Set<string>()
  /**
   * Publishes each key once, oldest first, with a handover that the key and its predecessor sign. Returns the newest key.
   */
  const publish = async () => {
    const keys = ring.read().map((key) => ({ key, shown: publicOf(key), id: keyIdOf(publicOf(key)) }))
    for (const [index, { key, shown, id }] of [...keys.entries()].reverse()) {
      if (published.has(id)) continue
      const since = new Date().toISOString()
      const before = keys[index + 1]
      const said = before && handover(before.id, id, since)
      const follows = said && {
        id: before.id,
        signature: signatureOf(before.key, said),
        countersignature: signatureOf(key, said),
      }
      await publishKey(pool, { id, publicKey: pemOf(shown), since, follows: follows ?? null })
      published.add(id)
    }
    const [newest] = keys
    if (!newest) throw new Error('There is no key to sign with')
    return newest
  }

  return {
    async signed(bytes) {
      const { key, id } = await publish()
      return { key: id, signature: sign(null, Buffer.from(bytes), key).toString('base64') }
    },
    async signedSaying(said) {
      const { key, id } = await publish()
      return { ...said, key: id, signature: signatureOf(key, { ...said, key: id }) }
    },
    async keys() {
      await publish()
      return publishedKeys(pool)
    },
    trusted: async () => trustedBy(ring.read().map(publicOf), await publishedKeys(pool)),
    async rotate() {
      await publish()
      ring.add()
      return (await publish()).id
    },
  }
}
