import fs from 'node:fs/promises'
import type pg from 'pg'
import { items } from '#domain/kinds.ts'
import { accessView } from './access.ts'
import { crowds } from './crowds.ts'
import { kernelSql } from './migrate.ts'
import { placeJobs } from './moved.ts'
import { project } from './project.ts'
import { dropped, inTransaction, postponeIndexes, prepareSite, withClient } from './rebuild-site.ts'
import type { Trial } from './replay.ts'
import type { Tabled } from './tabled.ts'

const schema = 'rebuild_feed'
/** Indexes of random ids, which nothing queries during the rebuild. */
const unasked = ['feed_id', 'feed_correlation', 'feed_causation']

/**
 * Rebuilds the feed. The audience of a row depends on the views at its moment, so they are projected along with it,
 * into separate tables; no jobs are created and no client is notified.
 */
export const openFeedSite = async (postgres: pg.ClientConfig, tables: readonly Tabled[]): Promise<Trial> => {
  const needed = tables.filter(({ view }) => ['access', 'members', 'collections'].includes(view.table))
  const kernel = await fs.readFile(kernelSql, 'utf8')
  return withClient(postgres, async (client, close) => {
    await prepareSite(client, schema, [kernel, ...needed.map(({ sql }) => sql)].join(';\n'))
    const postponed = await postponeIndexes(client, schema, unasked)
    const views = needed.map(({ view }) => view)
    const projection = { views, access: accessView, items, crowds, reactors: [], apart: true }
    let from = 0n
    return {
      async take(events) {
        const to = events.at(-1)?.position
        if (to === undefined) return
        const [stop] = await project(client, projection, { events, from, to }, async () => new Set())
        if (stop) throw new Error(`${stop.view} cannot take the event at ${stop.position}: ${stop.error}`)
        from = to
      },
      async ready() {
        for (const index of postponed) await client.query(index)
        await client.query(`analyze "${schema}".feed`)
      },
      finish: () =>
        inTransaction(client, async () => {
          await client.query(`set local lock_timeout to '10s'`)
          await placeJobs(client, `"${schema}".feed`)
          await client.query(
            `drop table public.feed, public.moments; alter table "${schema}".feed set schema public;
              alter table "${schema}".moments set schema public; drop schema "${schema}" cascade`,
          )
        }),
      close,
      drop: () => dropped(client, schema).finally(close),
    }
  })
}
