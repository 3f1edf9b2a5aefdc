import type { FastifyReply } from 'fastify'
import pg from 'pg'

/** Reads rows as the views' schemas describe them: times are ISO strings, whole numbers are numbers. */
export type Read = <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>

const { builtins, getTypeParser } = pg.types
const timestamp = getTypeParser(builtins.TIMESTAMPTZ) as (value: string) => Date

const rowTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === builtins.TIMESTAMPTZ) return (value: string) => timestamp(value).toISOString()
    if (oid === builtins.INT8) return Number
    return getTypeParser(oid, format as 'text')
  },
}

export const readWith =
  (client: Pick<pg.Pool, 'query'>): Read =>
  async <Row>(text: string, values: readonly unknown[] = []) =>
    (await client.query({ text, values: [...values], types: rowTypes })).rows as Row[]

/** Rows without a position, for what is asked on the way to a command. */
export const reading = (pool: pg.Pool): Read => readWith(pool)

/**
 * Rows and the log position they are true at, read at one instant: whoever follows events from that position on misses
 * nothing and sees nothing twice.
 */
export async function snapshot<T>(pool: pg.Pool, reply: FastifyReply, work: (read: Read) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin isolation level repeatable read read only')
    const read = readWith(client)
    const [checkpoint] = await read<{ position: string }>('select position::text as position from checkpoint')
    const result = await work(read)
    await client.query('commit')
    void reply.header('event-position', checkpoint?.position ?? '0')
    return result
  } catch (error) {
    await client.query('rollback').catch((failed: Error) => {
      broken = failed
    })
    throw error
  } finally {
    client.release(broken)
  }
}
