import type pg from 'pg'
import type { RecordedEvent } from '#eventstore'
import { sealingKeys } from '../../../backend/sealing/keys.ts'
import { decryptingStore } from '../../../backend/sealing/sealed-store.ts'
import { connectEventStore } from '../../../eventstore/client.ts'
import { checkAcknowledged, checkAnswers } from './checks/acknowledged.ts'
import { checkCredits, readBooks } from './checks/credits.ts'
import { checkEdits } from './checks/edits.ts'
import { checkFeed, readFeed } from './checks/feed.ts'
import { checkLog } from './checks/log.ts'
import { checkReplay } from './checks/replay.ts'
import { withClient } from './database.ts'
import type { Issued } from './history.ts'
import { readLog } from './log.ts'
import { settled } from './settled.ts'

export interface FinalChecks {
  events: number
  /** The whole log. */
  log: readonly RecordedEvent[]
  problems: string[]
}

const named = (check: string, problems: readonly string[]) => [
  ...problems.slice(0, 5).map((problem) => `${check}: ${problem}`),
  ...(problems.length > 5 ? [`${check}: and ${problems.length - 5} more`] : []),
]

/**
 * Waits until an installation has settled, then holds what people were told against its log, its log against itself, its views
 * and feed against a replay of it, and its credits against each other. The installation must be running.
 */
export async function finalChecks(
  { postgres, eventStore }: { postgres: pg.ClientConfig; eventStore: string },
  commands: readonly Issued[],
  { mayBeOpen }: { mayBeOpen?: (holdId: string) => boolean } = {},
): Promise<FinalChecks> {
  const sealed = connectEventStore(eventStore)
  try {
    return await withClient(postgres, async (client) => {
      const store = decryptingStore(sealed, await sealingKeys(client))
      await settled({ store, postgres })
      const [events, lines, books] = [await readLog(store), await readFeed(client), await readBooks(client)]
      const problems = [
        ...named('answers', checkAnswers(commands)),
        ...named('log', checkLog(events)),
        ...named('acknowledged', checkAcknowledged(commands, events)),
        ...named('edits', checkEdits(events)),
        ...named('feed', checkFeed(lines, events)),
        ...named('credits', checkCredits(books, events, mayBeOpen)),
        ...named('replay', await checkReplay({ store, postgres }, events)),
      ]
      return { events: events.length, log: events, problems }
    })
  } finally {
    await sealed.close()
  }
}
