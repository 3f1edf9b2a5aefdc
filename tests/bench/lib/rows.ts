import type pg from 'pg'

/** The rows of a table as text, column by column: what `unnest` takes. Columns that PostgreSQL makes itself are left out. */
export interface Columns {
  table: string
  names: string[]
  types: string[]
  values: (string | null)[][]
}

export async function columnsOf(pool: pg.Pool, table: string): Promise<Columns> {
  const { rows } = await pool.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [`"${table}"`],
  )
  const names = rows.map(({ name }) => name)
  const picked = names.map((name) => `"${name}"::text`)
  const { rows: lines } = await pool.query<(string | null)[]>({
    text: `select ${picked} from "${table}"`,
    rowMode: 'array',
  })
  return {
    table,
    names,
    types: rows.map(({ type }) => type),
    values: names.map((_, column) => lines.map((line) => line[column] ?? null)),
  }
}

/** Inserts them by `unnest`, a thousand at a time, into the table of that name on the search path. */
export async function insertColumns(client: pg.ClientBase, { table, names, types, values }: Columns) {
  const list = names.map((name) => `"${name}"`)
  const arrays = names.map((_, at) => `$${at + 1}::text[]`)
  const given = names.map((_, at) => `given.c${at}::${types[at]}`)
  const text = `insert into "${table}" (${list}) select ${given}
    from unnest(${arrays}) as given(${names.map((_, at) => `c${at}`)})`
  const count = values[0]?.length ?? 0
  for (let from = 0; from < count; from += 1000)
    await client.query({
      name: `bare_${table}`,
      text,
      values: values.map((column) => column.slice(from, from + 1000)),
    })
}

/** What a table holds, as one word. */
export async function fingerprint(pool: pg.Pool, table: string): Promise<string> {
  const { rows } = await pool.query<{ print: string }>(
    `select count(*) || ' ' || md5(coalesce(string_agg(md5(t::text), '' order by t.id), '')) as print from "${table}" t`,
  )
  return rows[0]?.print ?? ''
}
