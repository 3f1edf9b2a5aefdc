import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../backend/platform/embedded-postgres.ts'
import { killableEventStore } from '../eventstore/killable.ts'
import { type Tried, tryAppends } from './appends/try.ts'
import type { Fault } from './lib/fault.ts'
import { median, seconds, worst } from './lib/figures.ts'
import { putCluster } from './lib/made-cluster.ts'

/** Few streams and many writers, and the other way round. */
const crowds = {
  'one stream with 12 writers': { streams: 1, threads: 3, usersEach: 4 },
  '4 streams with 24 writers': { streams: 4, threads: 4, usersEach: 6 },
  '40 streams with 24 writers': { streams: 40, threads: 4, usersEach: 6 },
}

export default {
  about:
    'Appends with expected revisions to the same streams by clients that are killed, to a store that is killed: what everybody was told has one order, and every subscription gives it.',
  smallest: { rounds: 2, only: ['one stream with 12 writers'] },
  async run({ rounds = 20, seed, only, quick, dir, tell }) {
    await putCluster(join(dir, 'postgres'))
    const postgres = await startEmbeddedPostgres(join(dir, 'postgres'))
    const store = await killableEventStore(postgres.options)
    const tried: [string, Tried][] = []
    try {
      for (const [name, crowd] of Object.entries(crowds)) {
        if (only.length > 0 && !only.includes(name)) continue
        tell(name)
        tried.push([name, await tryAppends({ store, seed, ...crowd, kills: rounds, betweenKills: quick ? 100 : 1000 })])
      }
    } finally {
      await store.stop()
      await postgres.stop()
    }
    return {
      columns: [
        'streams and writers',
        'the store killed',
        'operations',
        'appends acknowledged',
        'refused for their revision',
        'whose client was killed meanwhile',
        'unknown for ever',
        'events given to 3 followers of the log and one of each stream',
        'acknowledging again after (median)',
        'at worst',
        'order',
      ],
      rows: tried.map(([name, one]) => [
        name,
        one.recoveries.length,
        one.operations,
        one.acknowledged,
        one.conflicts,
        one.retried,
        one.unknown,
        one.followed,
        seconds(median(one.recoveries)),
        seconds(worst(one.recoveries)),
        one.complaints.length === 0 ? 'holds' : 'FAIL',
      ]),
      notes: [
        'The order is found by the search of Wing and Gong; acknowledged appends are in the table once where they were told, refused ones nowhere, ' +
          'unknown ones whole or not at all; each follower was given what the table has from its start on: no gap, no repeat, no other order.',
      ],
      problems: tried.flatMap(([name, { complaints, conflicts }]) => {
        const idle = conflicts === 0 ? ['nobody was refused for their revision: nothing was tried at once'] : []
        return [...complaints, ...idle].map((complaint) => `${name}: ${complaint}`)
      }),
    }
  },
} satisfies Fault
