import type pg from 'pg'
import { invalid } from '../http/errors.ts'
import type { Kind, Objects } from '../objects.ts'

export interface Range {
  gt?: number | undefined
  gte?: number | undefined
  lt?: number | undefined
  lte?: number | undefined
}

/**
 * Required values of members by path (`parent.subscription_details.subscription`): one of some strings, or a numeric
 * range.
 */
export type Conditions = Record<string, string | string[] | Range | undefined>

export interface Page {
  limit: number
  after?: string | undefined
  before?: string | undefined
}

const signs = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

const isRange = (value: string | string[] | Range): value is Range => typeof value === 'object' && !Array.isArray(value)

/** Returns a page of objects, the newest row first. `more` is true if others follow in the direction of the page. */
export async function pageOf<K extends Kind>(
  client: Pick<pg.ClientBase, 'query'>,
  kind: K,
  conditions: Conditions,
  { limit, after, before }: Page,
): Promise<{ data: Objects[K][]; more: boolean }> {
  const values: unknown[] = [kind]
  const value = (given: unknown) => `$${values.push(given)}`
  const where = Object.entries(conditions).flatMap(([path, wanted]) => {
    if (wanted === undefined) return []
    const member = `data #>> ${value(path.split('.'))}::text[]`
    if (!isRange(wanted)) return [`${member} = any(${value([wanted].flat())}::text[])`]
    return (['gt', 'gte', 'lt', 'lte'] as const).flatMap((sign) =>
      wanted[sign] === undefined ? [] : [`(${member})::bigint ${signs[sign]} ${value(wanted[sign])}`],
    )
  })
  const cursor = after ?? before
  if (cursor !== undefined) {
    const at = await client.query('select seq from simulated_stripe.objects where id = $1 and kind = $2', [
      cursor,
      kind,
    ])
    if (!at.rows[0])
      throw invalid(`No such ${kind}: '${cursor}'`, {
        code: 'resource_missing',
        param: after ? 'starting_after' : 'ending_before',
      })
    where.push(`seq ${after ? '<' : '>'} ${value(at.rows[0].seq)}`)
  }
  const text = `select data from simulated_stripe.objects where kind = $1 and data->>'deleted' is null
    ${where.map((each) => `and ${each}`).join(' ')} order by seq ${after === undefined && before !== undefined ? 'asc' : 'desc'} limit ${value(limit + 1)}`
  const { rows } = await client.query(text, values)
  const found = rows.slice(0, limit).map(({ data }) => data)
  return { data: before !== undefined && after === undefined ? found.reverse() : found, more: rows.length > limit }
}
