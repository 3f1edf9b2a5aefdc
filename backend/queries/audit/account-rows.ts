import type { AuditAccount, FoundAccount } from '#domain/audit-accounts.ts'
import { effectivePlan } from '#domain/entitlements.ts'
import { maskedEmail, withoutEmails } from '#domain/masked-email.ts'
import { subjectOf } from '#domain/metadata.ts'
import { roleOf } from '../../auth/role.ts'
import type { Read } from '../../http/snapshot.ts'
import { isId, positionsNaming } from '../admin/naming.ts'
import { contains } from '../page.ts'
import { entitlementsFromRow, standingColumns } from '../users/standing.ts'

type Named = NonNullable<FoundAccount['named']>
interface NamedRow extends Named {
  stream: string
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
/** Number of newest events inspected per id. */
const most = 100
/** Streams whose names contain the account's id. */
const ofAccounts = `f.stream ~ '^(users|credits|billing)-'`

/**
 * Returns the accounts with events that refer to an id: of a payment, a hold, a grant, a request or an event. The map has
 * the newest such event of each account.
 */
async function accountsNaming(read: Read, words: string): Promise<Map<string, Named>> {
  const id = uuid.test(words.toLowerCase()) ? words.toLowerCase() : words
  if (!isId(id)) return new Map()
  // A user's own id occurs in all of the user's events.
  if ((await read('select from auth."user" where id = $1', [id])).length > 0) return new Map()
  const ours = uuid.test(id) ? 'f.id = $2::text::uuid or f."correlationId" = $2 or f."causationId" = $2 or' : ''
  const rows = await read<NamedRow>(
    `select f.stream, f.id as "eventId", f.position::text, f.at from feed f
      where f.seq = 0 and ${ofAccounts} and (${ours} f.position = any($1::bigint[])) order by f.position desc limit ${most}`,
    [await positionsNaming(read, id, most), ...(ours ? [id] : [])],
  )
  return new Map(rows.toReversed().map(({ stream, ...named }) => [subjectOf(stream), named]))
}

type Row = Parameters<typeof entitlementsFromRow>[0] &
  Pick<AuditAccount, 'id' | 'name' | 'banned' | 'createdAt'> & { email: string; role: string | null }

const accounts = `select u.id, u.name, u.email, u.role, coalesce(u.banned, false) as banned, u."createdAt", ${standingColumns}
  from auth."user" u left join accounts a on a.id = u.id::uuid`

/** Names match by parts; addresses and ids only as a whole, otherwise they could be guessed letter by letter. */
const found = `where $1 = '' or (u.name ilike $2 and position('@' in u.name) = 0) or u.id = lower($1) or lower(u.email) = lower($1) or u.id = any($3)`

const shown = ({ id, name, email, role, banned, createdAt, ...row }: Row, now: Date): AuditAccount => ({
  id,
  banned,
  createdAt,
  role: roleOf(role),
  name: withoutEmails(name),
  emailMasked: maskedEmail(email),
  plan: effectivePlan(entitlementsFromRow(row), now),
})

export async function accountRows(
  read: Read,
  { search, limit, offset }: { search: string; limit: number; offset: number },
  now: Date,
) {
  const named = await accountsNaming(read, search)
  const rows = await read<Row>(`${accounts} ${found} order by u."createdAt" desc, u.id limit $4 offset $5`, [
    ...[search, contains(search), [...named.keys()], limit, offset],
  ])
  const [count] = await read<{ total: number }>(`select count(*) as total from auth."user" u ${found}`, [
    ...[search, contains(search), [...named.keys()]],
  ])
  const data = rows.map((row): FoundAccount => ({ ...shown(row, now), named: named.get(row.id) ?? null }))
  return { data, total: count?.total ?? 0 }
}

export async function accountRow(read: Read, id: string, now: Date): Promise<AuditAccount | undefined> {
  const [row] = await read<Row>(`${accounts} where u.id = $1`, [id])
  return row && shown(row, now)
}
