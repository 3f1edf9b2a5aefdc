import pg from 'pg'
import type { Dependency, DependencyFailure } from './dependency.ts'
import { describeCause, describeNetworkFailure, type Place } from './network-trouble.ts'

const place = (at: string): Place => ({
  what: 'PostgreSQL',
  at,
  setting: 'DATABASE_URL',
  authority: 'sslrootcert=FILE in DATABASE_URL',
  plain: 'sslmode=disable in DATABASE_URL',
})

interface Facts {
  at: string
  user: string
  database: string
  message: string
}
interface Cause {
  cause: string
  mends: boolean
  says(facts: Facts): string
}

const password: Cause = {
  cause: 'wrong_user',
  mends: false,
  says: ({ at, user }) =>
    `PostgreSQL at ${at} does not take the password of the user ${user}: correct user or password in DATABASE_URL, where each is percent-encoded.`,
}
const starting: Cause = {
  cause: 'starting',
  mends: true,
  says: ({ at }) => `PostgreSQL at ${at} starts or stops, and takes nobody yet: wait, or see its log.`,
}
const rights: Cause = {
  cause: 'may_not_create',
  mends: false,
  says: ({ user, database }) =>
    `The user ${user} of DATABASE_URL may not make tables in the database ${database}: as an administrator of PostgreSQL, \`alter database "${database}" owner to "${user}"\`.`,
}

/** Causes by PostgreSQL's error code (SQLSTATE). */
const causes: Record<string, Cause> = {
  '28P01': password,
  '28000': {
    cause: 'not_admitted',
    mends: false,
    says: ({ at, message }) =>
      `PostgreSQL at ${at} does not admit whom DATABASE_URL names (${message}): correct it, add sslmode=require where it wants TLS, or change pg_hba.conf there.`,
  },
  '3D000': {
    cause: 'no_database',
    mends: false,
    says: ({ at, user, database }) =>
      `PostgreSQL at ${at} has no database ${database}: correct DATABASE_URL, or make it, \`create database "${database}" owner "${user}"\`.`,
  },
  '42501': rights,
  '53300': {
    cause: 'too_many_connections',
    mends: true,
    says: ({ at }) =>
      `PostgreSQL at ${at} has as many connections as it takes: raise max_connections there, or run fewer processes.`,
  },
  '57P01': starting,
  '57P02': starting,
  '57P03': starting,
  '25006': {
    cause: 'read_only',
    mends: true,
    says: ({ at }) =>
      `PostgreSQL at ${at} only reads, as a standby does: name the primary in DATABASE_URL, or promote this one.`,
  },
}

const looks = `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "readOnly",
  has_database_privilege(current_database(), 'CREATE') as "mayCreate"`

const atOf = (client: pg.Client) => (client.host.startsWith('/') ? client.host : `${client.host}:${client.port}`)

const describeTrouble = (error: unknown, client: pg.Client): DependencyFailure => {
  const message = error instanceof Error ? error.message || error.name : String(error)
  const facts = { at: atOf(client), user: client.user ?? '', database: client.database ?? '', message }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const known = causes[code] ?? (/SASL|client password must/.test(message) ? password : undefined)
  if (known) return { cause: known.cause, mends: known.mends, says: known.says(facts) }
  if (/does not support SSL/.test(message)) return describeCause('speaks_plain', place(facts.at))
  if (/timeout|terminated/i.test(message)) return describeCause('no_answer', place(facts.at))
  const other = { cause: 'other', mends: true, says: `PostgreSQL at ${facts.at} cannot be used: ${message}.` }
  return describeNetworkFailure(error, place(facts.at)) ?? other
}

/** `pg` reads the file named by `sslrootcert` and similar parameters while parsing the address, before connecting. */
const clientOf = (connectionString: string): pg.Client | DependencyFailure => {
  try {
    return new pg.Client({ connectionString, connectionTimeoutMillis: 4_000, query_timeout: 4_000 })
  } catch (error) {
    const file = error instanceof Error && 'path' in error ? String(error.path) : undefined
    if (file === undefined) throw error
    const says = `The file ${file}, which DATABASE_URL names, cannot be read: correct DATABASE_URL, or put it there.`
    return { cause: 'certificate_file', says, mends: false }
  }
}

/** The PostgreSQL of DATABASE_URL: checks the connection, the credentials, and that it accepts writes. */
export const postgresDependency = (connectionString: string): Dependency => ({
  name: 'PostgreSQL',
  everyMs: { usable: 5_000, troubled: 1_000 },
  async find() {
    const client = clientOf(connectionString)
    if (!(client instanceof pg.Client)) return client
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query<{ readOnly: boolean; mayCreate: boolean }>(looks)
      const refused = rows[0]?.readOnly ? '25006' : rows[0]?.mayCreate ? undefined : '42501'
      return refused && describeTrouble(Object.assign(new Error(), { code: refused }), client)
    } catch (error) {
      return describeTrouble(error, client)
    } finally {
      await client.end().catch(() => undefined)
    }
  },
})
