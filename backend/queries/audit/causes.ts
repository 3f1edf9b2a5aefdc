import type { EventRef, StepDetail } from '#domain/audit-accounts.ts'
import type { Read } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { type Account, marksOf } from './account-log.ts'
import { allKinds } from './steps.ts'

/** Maximum length of a followed chain of causes, and of related events listed for an event. */
const [depth, most] = [50, 100]

interface Row extends Omit<EventRef, 'isOfAccount'> {
  causationId: string | null
}
const columns = `id as "eventId", type, stream, position::text, at, "causationId"`
const events = `select ${columns} from feed f where f.seq = 0 and`

/** True if the event is a step of the account: the one at its position. */
const isStep = async (account: Account, { eventId, position, stream }: Row) => {
  if (stream.startsWith('sessions-') || stream.startsWith('campaigns-')) {
    for await (const mark of marksOf(account, ['sessions', 'campaigns'], BigInt(position) - 1n, 'after'))
      return mark.position === BigInt(position) && (mark.change === undefined || mark.change.event.eventId === eventId)
    return false
  }
  return allKinds.some((kind) => stream === `${kind}-${account.userId}`)
}

const refs = (account: Account, rows: readonly Row[]): Promise<EventRef[]> =>
  Promise.all(
    rows.map(async ({ causationId: _cause, ...row }) => ({
      ...row,
      isOfAccount: await isStep(account, { ...row, causationId: null }),
    })),
  )

export const positionOfEvent = async (read: Read, eventId: string): Promise<bigint | undefined> => {
  const [row] = await read<Row>(`${events} id = $1`, [eventId])
  return row && BigInt(row.position)
}

/** The causes and effects of an account's event, in any stream: ids and types only. */
export async function causesOf(
  account: Account,
  { eventId, causationId, correlationId }: { eventId: string; causationId: string | null; correlationId: string },
): Promise<Omit<StepDetail, 'step'>> {
  const { read } = account
  const causedBy: Row[] = []
  for (let cause = causationId; cause && uuid().safeParse(cause).success && causedBy.length < depth; ) {
    const [row] = await read<Row>(`${events} id = $1`, [cause])
    if (row) causedBy.push(row)
    cause = row?.causationId ?? null
  }
  const caused = await read<Row>(`${events} "causationId" = $1 order by f.position limit ${most}`, [eventId])
  const near = new Set([eventId, ...[...causedBy, ...caused].map((row) => row.eventId)])
  const all = await read<Row>(`${events} "correlationId" = $1 order by f.position limit ${most}`, [correlationId])
  return {
    causedBy: await refs(account, causedBy),
    caused: await refs(account, caused),
    together: await refs(
      account,
      all.filter((row) => !near.has(row.eventId)),
    ),
  }
}
