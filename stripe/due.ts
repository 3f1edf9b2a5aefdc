import type pg from 'pg'
import { refundDue } from './billing/refund.ts'
import { invoiceDue, subscriptionDue } from './billing/renew.ts'
import type { Objects } from './objects.ts'
import type { Tx, Write } from './store/transaction.ts'

interface Due {
  id: string
  kind: 'subscription' | 'invoice' | 'refund'
  due: number
}

type Clock = Objects['test_helpers.test_clock']

/** Returns the first object that is due by a clock at `until` or before. The clock null is the installation's own. */
const firstDue = async (
  client: Pick<pg.Pool, 'query'>,
  clock: string | null,
  until: number,
): Promise<Due | undefined> => {
  const text = `select id, kind, due::float8 as due from simulated_stripe.objects
    where due <= $1 and clock is not distinct from $2 order by due, seq limit 1`
  return (await client.query(text, [until, clock])).rows[0]
}

const act = async (tx: Tx, { id, kind }: Due) => {
  if (kind === 'invoice') await invoiceDue(tx, await tx.get('invoice', id))
  else if (kind === 'refund') await refundDue(tx, await tx.get('refund', id))
  else await subscriptionDue(tx, await tx.get('subscription', id))
}

const same = (one: Due, other: Due | undefined) => one.id === other?.id && one.due === other.due

/** Processes the objects that are due by a clock at `until` or before: in order, each with its due time as the present. */
async function catchUp(pool: pg.Pool, write: Write, clock: string | null, until: number): Promise<void> {
  for (let next = await firstDue(pool, clock, until); next; next = await firstDue(pool, clock, until)) {
    const due = next
    await write(
      async (tx, client) => {
        // Another process may have been first.
        if (!same(due, await firstDue(client, clock, until))) return
        await act(tx, due)
        if (clock !== null) await tx.put({ ...(await tx.get('test_helpers.test_clock', clock)), frozen_time: due.due })
        if (same(due, await firstDue(client, clock, until))) throw new Error(`What is due of ${due.id} stays due`)
      },
      { at: { now: due.due, clock } },
    )
  }
}

const advance = async (pool: pg.Pool, write: Write, { id, status_details }: Clock) => {
  const target = status_details.advancing?.target_frozen_time ?? 0
  await catchUp(pool, write, id, target)
  await write(
    async (tx) => {
      const clock = await tx.find('test_helpers.test_clock', id)
      if (clock?.status !== 'advancing') return
      const ready: Clock = { ...clock, frozen_time: target, status: 'ready', status_details: {} }
      await tx.put(ready)
      await tx.emit('test_helpers.test_clock.ready', ready)
    },
    { at: { now: target, clock: id } },
  )
}

/**
 * Processes everything due: by the installation's time, and by every test clock that is advancing. Resumes after a
 * kill.
 */
export async function runDue(pool: pg.Pool, write: Write): Promise<void> {
  const { rows } = await pool.query('select ahead::float8 as ahead from simulated_stripe.account')
  await catchUp(pool, write, null, Math.floor(Date.now() / 1_000) + rows[0].ahead)
  const advancing = await pool.query(
    `select data from simulated_stripe.objects where kind = 'test_helpers.test_clock' and data->>'status' = 'advancing' order by seq`,
  )
  for (const { data } of advancing.rows) await advance(pool, write, data)
}
