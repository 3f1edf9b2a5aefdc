import pg from 'pg'

/** A query as `pg` hands it what PostgreSQL answers; the package's types leave it out. */
interface Handling extends pg.Submittable {
  name: string
  text: string
  submit: (connection: pg.Connection) => Error | null
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: pg.Connection): void
  handleEmptyQuery(connection: pg.Connection): void
  handleError(error: Error, connection: pg.Connection): void
  handleReadyForQuery(connection: pg.Connection): void
}

/** What the rows of a prepared statement look like, by its name: it cannot change on a connection, and PostgreSQL says so once. */
const described = new WeakMap<pg.Connection, Map<string, unknown>>()
const describedOn = (connection: pg.Connection) => {
  const known = described.get(connection) ?? new Map<string, unknown>()
  described.set(connection, known)
  return known
}

const handling = (query: pg.Query) => query as unknown as Handling

/**
 * Several statements that go to PostgreSQL as one message and come back as one: a single `Sync` ends them. Each asked for by itself would be
 * answered by itself, and each answer wakes both processes. After the first that fails, none is carried out.
 */
export class StatementBatch extends pg.Query {
  readonly #queries: Handling[] = []
  #at = 0
  #known = new Map<string, unknown>()

  constructor() {
    super({ text: '' })
  }

  /** Before it is submitted. */
  add<Row>(config: pg.QueryConfig): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      const answered = (error: Error | undefined, result?: pg.ResultBuilder) =>
        error ? reject(error) : resolve((result?.rows ?? []) as Row[])
      // Without a name or values, too, it is one of several: the simple protocol would end the batch.
      const extended = { ...config, queryMode: 'extended' }
      this.#queries.push(handling(new pg.Query(extended, answered)))
    })
  }

  get #current() {
    return this.#queries[this.#at]
  }

  override submit = (connection: pg.Connection): Error | null => {
    this.#known = describedOn(connection)
    const none = { value: () => undefined }
    const unsynced: pg.Connection = Object.create(connection, { sync: none })
    const undescribed: pg.Connection = Object.create(unsynced, { describe: none })
    connection.stream.cork()
    try {
      for (const query of this.#queries) {
        const refused = query.submit(this.#known.has(query.name) ? undescribed : unsynced)
        if (refused) return refused
      }
      this.#describe()
      ;(connection as unknown as { sync(): void }).sync()
    } finally {
      connection.stream.uncork()
    }
    return null
  }

  /** By these, `pg` remembers what has been prepared. */
  get name() {
    return this.#current?.name ?? ''
  }
  set name(_: string) {}
  get text() {
    return this.#current?.text ?? ''
  }
  set text(_: string) {}

  /** The next is told what its rows look like, where that is known. */
  #describe() {
    const query = this.#current
    const message = query && this.#known.get(query.name)
    if (message !== undefined) query?.handleRowDescription(message)
  }

  handleRowDescription(message: unknown) {
    const query = this.#current
    if (query?.name) this.#known.set(query.name, message)
    query?.handleRowDescription(message)
  }
  handleDataRow(message: unknown) {
    this.#current?.handleDataRow(message)
  }
  handleCommandComplete(message: unknown, connection: pg.Connection) {
    this.#current?.handleCommandComplete(message, connection)
    this.#next(connection)
  }
  handleEmptyQuery(connection: pg.Connection) {
    this.#next(connection)
  }
  #next(connection: pg.Connection) {
    this.#current?.handleReadyForQuery(connection)
    this.#at++
    this.#describe()
  }
  handleError(error: Error, connection: pg.Connection) {
    for (const query of this.#queries.splice(this.#at)) query.handleError(error, connection)
  }
  handleReadyForQuery() {}
}
