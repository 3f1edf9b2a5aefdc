import type pg from 'pg'
import { SignedHead } from '#domain/audit-chain.ts'

interface Row {
  length: string
  link: Buffer
  lastEventId: string | null
  at: Date
  key: string
  signature: string
}

/** Heads as they were signed, oldest first. */
export const storedHeads = async (pool: Pick<pg.Pool, 'query'>): Promise<SignedHead[]> => {
  const { rows } = await pool.query<Row>('select * from audit.heads order by at, key')
  return rows.map(({ length, link, at, ...head }) =>
    SignedHead.parse({
      ...head,
      kind: 'loreloom-chain-head',
      length: Number(length),
      link: link.toString('hex'),
      at: at.toISOString(),
    }),
  )
}

export const storeHead = async (
  pool: Pick<pg.Pool, 'query'>,
  { length, link, lastEventId, at, key, signature }: SignedHead,
) => {
  await pool.query(
    'insert into audit.heads (length, link, "lastEventId", at, key, signature) values ($1, $2, $3, $4, $5, $6)',
    [length, Buffer.from(link, 'hex'), lastEventId, at, key, signature],
  )
}
