import type pg from 'pg'
import { receiptEvents, receiptStream, receipts } from '#domain/receipts.ts'
import { timerContext } from '../commands/context.ts'
import type { Dispatcher } from '../commands/dispatch.ts'
import { derivedId } from '../commands/ids.ts'
import { sealingKeys } from '../sealing/keys.ts'
import type { Round } from './nightly.ts'
import { reactor } from './reactor.ts'

interface Deps {
  pool: pg.Pool
  handler: Pick<Dispatcher, 'dispatch'>
  /** Retention in whole years after the year in which a receipt was issued. */
  years: number
}

const expired = 'select distinct series, year from receipts where year < $1 order by series, year'

/** Ends the retention of receipts that are older than the installation keeps them. */
export const receiptExpiryRound =
  ({ pool, handler, years }: Deps): Round =>
  async (day) => {
    const { rows } = await pool.query<{ series: string; year: number }>(expired, [Number(day.slice(0, 4)) - years])
    for (const { series, year } of rows)
      await handler.dispatch(
        timerContext(`receipts ${series}-${year}`, day),
        receipts,
        derivedId(...receiptStream({ series, year })),
        { type: 'ExpireReceipts', data: { series, year } },
      )
  }

/** Deletes the key of a year whose receipts expired, so that neither the log nor a backup of it reveals buyers. */
export const forgetExpiredReceipts = (pool: pg.Pool) =>
  reactor(receiptEvents, {
    name: 'forget-expired-receipts',
    when: { ReceiptIssued: () => false },
    on: {
      async ReceiptsExpired({ series, year }) {
        await (await sealingKeys(pool)).forget([`accounting:${year}`])
        const stream = `receipts-${derivedId(...receiptStream({ series, year }))}`
        await pool.query('delete from stream_snapshots where stream = $1', [stream])
      },
    },
  })
