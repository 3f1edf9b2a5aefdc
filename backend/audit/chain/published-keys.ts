import type pg from 'pg'
import type { AuditKey } from '#domain/audit-chain.ts'

interface Row {
  id: string
  publicKey: string
  since: Date
  follows: string | null
  signature: string | null
  countersignature: string | null
}

/** Published keys, newest first. Verifiers must know one of them from another source. */
export const publishedKeys = async (pool: Pick<pg.Pool, 'query'>): Promise<AuditKey[]> => {
  const { rows } = await pool.query<Row>('select * from audit.keys order by since desc, id')
  return rows.map(({ id, publicKey, since, follows, signature, countersignature }) => ({
    id,
    publicKey,
    since: since.toISOString(),
    follows: follows && signature && countersignature ? { id: follows, signature, countersignature } : null,
  }))
}

/** Publishes a key; the first of concurrent processes wins. */
export const publishKey = async (pool: Pick<pg.Pool, 'query'>, { id, publicKey, since, follows }: AuditKey) => {
  await pool.query(
    `insert into audit.keys (id, "publicKey", since, follows, signature, countersignature) values ($1, $2, $3, $4, $5, $6)
      on conflict do nothing`,
    [id, publicKey, since, follows?.id ?? null, follows?.signature ?? null, follows?.countersignature ?? null],
  )
}
