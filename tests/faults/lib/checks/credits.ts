import type pg from 'pg'
import { credits } from '#domain/credits.ts'
import { stateOf } from '#domain/decider.ts'
import { categoryOf, subjectOf } from '#domain/metadata.ts'
import { upcast } from '#domain/upcasters.ts'
import type { RecordedEvent } from '#eventstore'

interface Books {
  wallets: { id: string; available: string }[]
  /** Sum of a person's lines that count. */
  ledgers: { id: string; sum: string }[]
  /** Lines that stand as held. */
  held: { id: string; userId: string }[]
  /** Holds for which a job still waits to look after them. */
  looked: { holdId: string }[]
}

export const readBooks = async (client: pg.ClientBase): Promise<Books> => {
  const rows = async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text)).rows
  return {
    wallets: await rows('select id::text, available::text from wallets'),
    ledgers: await rows(`select "userId"::text as id, sum(quantity) filter (where status <> 'released')::text as sum
      from credit_transactions group by 1`),
    held: await rows(`select id::text, "userId"::text from credit_transactions where status = 'held'`),
    looked: await rows(`select j.payload -> 'data' ->> 'holdId' as "holdId" from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'release-abandoned-holds' and j.attempts < j.max_attempts`),
  }
}

/**
 * Every wallet against its ledger and against its own stream. Holds still open after everything has settled are wrong, unless
 * `mayBeOpen` says what for: then a timer must still be there to release it.
 */
export function checkCredits(
  books: Books,
  events: readonly RecordedEvent[],
  mayBeOpen = (_holdId: string) => false,
): string[] {
  const streams = Map.groupBy(
    events.filter(({ stream }) => categoryOf(stream) === credits.category),
    ({ stream }) => subjectOf(stream),
  )
  const wallets = new Map(books.wallets.map(({ id, available }) => [id, Number(available)]))
  const sums = new Map(books.ledgers.map(({ id, sum }) => [id, Number(sum ?? 0)]))
  const held = new Set(books.held.map(({ id }) => id))
  const looked = new Set(books.looked.map(({ holdId }) => holdId))
  const problems: string[] = []
  for (const id of new Set([...streams.keys(), ...wallets.keys(), ...sums.keys()])) {
    const history = (streams.get(id) ?? []).map((event) => upcast(event))
    const { available, open } = stateOf(credits, history)
    const told = [available, wallets.get(id), sums.get(id)]
    if (told.some((each) => each !== available))
      problems.push(`${id} has ${told[0]} by their stream, ${told[1]} in the wallet and ${told[2]} by the ledger`)
    problems.push(...endings(history).map((ending) => `${id}: ${ending}`))
    for (const holdId of Object.keys(open)) {
      if (!mayBeOpen(holdId)) problems.push(`${id} has a hold left open: ${holdId}`)
      else if (!looked.has(holdId)) problems.push(`nobody looks after ${id}'s hold ${holdId}`)
      if (!held.has(holdId)) problems.push(`${id}'s hold ${holdId} is open and its line says otherwise`)
    }
  }
  return problems
}

/** Each hold is made once and ended at most once, and no balance is ever below nothing. */
const endings = (history: readonly { type: string; data: unknown }[]): string[] => {
  const made = new Map<string, number>()
  const ended = new Map<string, number>()
  const problems: string[] = []
  for (const { type, data } of history) {
    const { holdId, balance } = data as { holdId?: string; balance: number }
    if (balance < 0) problems.push(`the balance was ${balance}`)
    if (holdId === undefined) continue
    const counted = type === 'CreditsHeld' ? made : ended
    counted.set(holdId, (counted.get(holdId) ?? 0) + 1)
  }
  for (const [holdId, count] of made) if (count > 1) problems.push(`hold ${holdId} was made ${count} times`)
  for (const [holdId, count] of ended) if (count > 1) problems.push(`hold ${holdId} was ended ${count} times`)
  return problems
}
