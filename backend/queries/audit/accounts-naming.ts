import type { FoundAccount } from '#domain/audit-accounts.ts'
import { subjectOf } from '#domain/metadata.ts'
import type { Read } from '../../http/snapshot.ts'
import { isId, positionsNaming } from '../admin/naming.ts'

type Named = NonNullable<FoundAccount['named']>
interface Row extends Named {
  stream: string
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
/** Number of newest events inspected per id. */
const most = 100
/** Streams whose name says whose account they are of. */
const ofAccounts = `f.stream ~ '^(users|credits|billing)-'`

/**
 * Accounts with events that refer to an id: of a payment, a hold, a grant, a request or an event. By user, with the
 * newest event of each.
 */
export async function accountsNaming(read: Read, words: string): Promise<Map<string, Named>> {
  const id = uuid.test(words.toLowerCase()) ? words.toLowerCase() : words
  if (!isId(id)) return new Map()
  // A user's own id occurs in all of the user's events.
  if ((await read('select from auth."user" where id = $1', [id])).length > 0) return new Map()
  const ours = uuid.test(id) ? 'f.id = $2::text::uuid or f."correlationId" = $2 or f."causationId" = $2 or' : ''
  const rows = await read<Row>(
    `select f.stream, f.id as "eventId", f.position::text, f.at from feed f
      where f.seq = 0 and ${ofAccounts} and (${ours} f.position = any($1::bigint[])) order by f.position desc limit ${most}`,
    [await positionsNaming(read, id, most), ...(ours ? [id] : [])],
  )
  return new Map(rows.toReversed().map(({ stream, ...named }) => [subjectOf(stream), named]))
}
