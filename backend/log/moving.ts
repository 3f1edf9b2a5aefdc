import type { Source, Target } from '../../eventstore/move/log.ts'
import { move } from '../../eventstore/move/move.ts'
import { reasonOf } from '../../eventstore/move/reason.ts'
import type { LogContext } from './subcommand.ts'

/** Copies the events that the target lacks, and prints the progress. Returns the number of copied events. */
export async function moving(what: string, source: Source, target: Target, context: LogContext): Promise<number> {
  const progress = context.progress(what, source.share)
  let events = 0
  await move({
    source,
    target,
    signal: context.signal,
    moved(more) {
      events += more
      progress.add(more)
    },
    interrupted: (error) => context.print(`Interrupted: ${reasonOf(error)}. Trying again.`),
  })
  progress.end()
  tellDescribed(source, context)
  return events
}

/** Reports streams whose metadata were not moved: they configure the server, so the new one's administrator must set them. */
function tellDescribed(source: Source, { print }: LogContext) {
  const streams = source.described()
  if (streams.length === 0) return
  const names = streams.slice(0, 10).join(', ')
  print(
    `Metadata of ${streams.length} streams (${names}${streams.length > 10 ? ', …' : ''}) were not moved. Loreloom sets none; if you did, set them again.`,
  )
}
