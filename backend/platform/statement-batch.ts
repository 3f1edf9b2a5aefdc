import pg from 'pg'

/** Internals of `pg` that its types omit. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): string | Buffer | null } }).utils
interface Connection extends pg.Connection {
  /** Texts of prepared statements by name: those that PostgreSQL has parsed, and those that were sent but not yet parsed. */
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  sync(): void
}

type Parse = (value: string) => unknown
interface Columns {
  parse: readonly Parse[]
  names: readonly string[]
  /** A row with null in every column. Copies of it give all rows the same shape in V8. */
  empty: Readonly<Record<string, unknown>>
}
interface Field {
  name: string
  dataTypeID: number
  format: 'text' | 'binary'
}

const columnsOf = (fields: readonly Field[], types: pg.CustomTypesConfig): Columns => ({
  parse: fields.map(({ dataTypeID, format }) => types.getTypeParser(dataTypeID, format) as Parse),
  names: fields.map(({ name }) => name),
  empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
})
const noColumns = columnsOf([], pg.types)

const rowOf = ({ parse, names, empty }: Columns, values: readonly (string | null)[]) => {
  const row = { ...empty }
  for (let n = 0; n < values.length; n++) {
    const value = values[n] as string | null
    if (value !== null) row[names[n] as string] = (parse[n] as Parse)(value)
  }
  return row
}

/**
 * The columns of prepared statements by name. They are constant on a connection, and PostgreSQL describes them once.
 */
const described = new WeakMap<pg.Connection, Map<string, Columns>>()
const describedOn = (connection: pg.Connection) => {
  const known = described.get(connection) ?? new Map<string, Columns>()
  described.set(connection, known)
  return known
}

interface Statement extends pg.QueryConfig {
  columns: Columns
  rows: unknown[]
  resolve(rows: unknown[]): void
  reject(error: Error): void
}

/**
 * Sends several statements to PostgreSQL as one message, ended by a single `Sync`; without a `begin` among them they
 * form one transaction. Separate queries would be answered separately, and each answer wakes both processes.
 * After the first failure, the remaining statements are skipped. Rows are parsed here, since a `pg.Query` for each
 * statement costs more than its rows.
 */
export class StatementBatch extends pg.Query {
  readonly #statements: Statement[] = []
  readonly #types: pg.CustomTypesConfig
  #at = 0
  #known = new Map<string, Columns>()
  #unreadable: Error | undefined

  constructor(types: pg.CustomTypesConfig) {
    super({ text: '' })
    this.#types = types
  }

  /** Adds a statement. Callers must add all statements before they submit the batch. */
  add<Row>(config: pg.QueryConfig): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      const answered = { resolve: resolve as Statement['resolve'], reject }
      this.#statements.push({ ...config, ...answered, columns: noColumns, rows: [] })
    })
  }

  get #current() {
    return this.#statements[this.#at]
  }

  override submit = (connection: pg.Connection): Error | null => this.#submitTo(connection as Connection)

  #submitTo(connection: Connection): Error | null {
    this.#known = describedOn(connection)
    // Converts all values before the first write, since a partly sent batch cannot be withdrawn.
    let values: (string | Buffer | null)[][]
    try {
      values = this.#statements.map((statement) => (statement.values ?? []).map(prepareValue))
    } catch (error) {
      return error as Error
    }
    connection.stream.cork()
    try {
      for (const [n, { name = '', text }] of this.#statements.entries()) {
        if (!name || !(connection.parsedStatements[name] || connection.submittedNamedStatements[name])) {
          connection.parse({ name, text, types: [] }, true)
          if (name) connection.submittedNamedStatements[name] = text
        }
        connection.bind({ statement: name, values: values[n] }, true)
        if (!this.#known.has(name)) connection.describe({ type: 'P', name: '' }, true)
        connection.execute({ portal: '', rows: '' }, true)
      }
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
    return null
  }

  /** The client of `pg` reads the name and text of the current statement to record it as prepared. */
  get name() {
    return this.#current?.name ?? ''
  }
  set name(_: string) {}
  get text() {
    return this.#current?.text ?? ''
  }
  set text(_: string) {}

  handleRowDescription({ fields }: { fields: readonly Field[] }) {
    if (this.#current) this.#current.columns = columnsOf(fields, this.#types)
  }
  handleDataRow({ fields }: { fields: (string | null)[] }) {
    const statement = this.#current
    if (!statement) return
    try {
      statement.rows.push(rowOf(this.#known.get(statement.name ?? '') ?? statement.columns, fields))
    } catch (error) {
      this.#unreadable = error as Error
    }
  }
  handleCommandComplete() {
    const statement = this.#current
    if (!statement) return
    if (statement.name && !this.#known.has(statement.name)) this.#known.set(statement.name, statement.columns)
    if (this.#unreadable) statement.reject(this.#unreadable)
    else statement.resolve(statement.rows)
    this.#unreadable = undefined
    this.#at++
  }
  handleEmptyQuery() {
    this.handleCommandComplete()
  }
  handleError(error: Error) {
    for (const statement of this.#statements.splice(this.#at)) statement.reject(error)
  }
  handleReadyForQuery() {}
}

/** Reads the rows of one statement in a batch of its own, with the default type parsers of `pg` unless it has others. */
export async function readRows<Row>(pool: Pick<pg.Pool, 'connect'>, statement: pg.QueryConfig): Promise<Row[]> {
  const client = await pool.connect()
  const batch = new StatementBatch(statement.types ?? pg.types)
  const reading = batch.add<Row>(statement)
  client.query(batch)
  try {
    const rows = await reading
    client.release()
    return rows
  } catch (error) {
    // The prepared statements of the connection are unknown after a failure, so it is closed.
    client.release(error as Error)
    throw error
  }
}
