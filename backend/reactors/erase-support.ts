import type pg from 'pg'
import { support, supportEvents, visitorRequestDays } from '#domain/support.ts'
import type { Files } from '../providers/files.ts'
import { sealingKeys } from '../sealing/keys.ts'
import { reactor } from './reactor.ts'

const dayMs = 86_400_000

/** Requests that a visitor sent and that have been closed for long enough. A reopened request is closed again later. */
const lapsed = `select from support_requests where id = $1 and "userId" is null and status = 'closed'
  and "updatedAt" <= now() - interval '${visitorRequestDays} days'`

const unsent = `delete from outbox_mails where id in (select id from support_answers where "requestId" = $1)`

/** Deletes answers that were not mailed; an installation that always sent its mail has no outbox. */
const forgetMails = async (pool: pg.Pool, requestId: string) => {
  const { rowCount } = await pool.query(`select where to_regclass('outbox_mails') is not null`)
  if (rowCount) await pool.query(unsent, [requestId])
}

/** Erases a visitor's request with the key of its texts, a year after it was closed. */
export const eraseVisitorRequests = (pool: pg.Pool) =>
  reactor(supportEvents, {
    name: 'erase-visitor-requests',
    // One hour more, in case clocks differ.
    delayMs: visitorRequestDays * dayMs + 3_600_000,
    when: { SupportRequestClosed: ({ userId }) => userId === null },
    on: {
      async SupportRequestClosed({ requestId }, { dispatch, stateOf }) {
        const { rowCount } = await pool.query(lapsed, [requestId])
        if (rowCount) await forgetMails(pool, requestId)
        if (rowCount) await dispatch(support, requestId, { type: 'EraseSupportRequest', data: { requestId } })
        const { status } = await stateOf(support, requestId)
        if (status !== 'erased') return
        await (await sealingKeys(pool)).forget([`support:${requestId}`])
        await pool.query('delete from stream_snapshots where stream = $1', [`${support.category}-${requestId}`])
      },
    },
  })

interface Deps {
  pool: Pick<pg.Pool, 'query'>
  files: Pick<Files, 'remove'>
}

/** Deletes the files of removed screenshots. */
export const removeScreenshots = ({ pool, files }: Deps) =>
  reactor(supportEvents, {
    name: 'remove-screenshots',
    on: {
      async SupportScreenshotRemoved({ key }) {
        await files.remove(key)
        // The file no longer counts as used storage.
        await pool.query('delete from awaited_files where key = $1', [key])
      },
    },
  })
