import pg from 'pg'

/** A connection for as long as `use` lasts. One that breaks is met by its next query, not by the whole process. */
export async function withClient<Result>(
  postgres: pg.ClientConfig,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(postgres)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
