import { z } from 'zod'
import { CheckName } from '#domain/checks.ts'
import { CheckRow } from './checks.ts'

/** How this installation is: what was asked of it last, what it needs from outside, and views that stand still. */
export const InstallationHealth = z.object({
  /** In the order of their list; `last` is null until one was begun. */
  checks: z.array(z.object({ name: CheckName, last: CheckRow.nullable() })),
  /** What the process that answers needs from outside; `trouble` is null while it can be used. */
  dependencies: z.array(
    z.object({
      name: z.string(),
      trouble: z.object({ cause: z.string(), says: z.string(), since: z.iso.datetime() }).nullable(),
    }),
  ),
  /** What of the log the views do not have yet; null while nobody can tell. */
  lag: z.object({ events: z.number(), seconds: z.number() }).nullable(),
  /** How often the process that answers lost the event store since it started. */
  storeReconnects: z.number(),
  /** How many events of other programs the event store has, which were skipped. */
  foreignEvents: z.number(),
  views: z.array(z.object({ view: z.string(), position: z.string(), error: z.string() })),
})
export type InstallationHealth = z.infer<typeof InstallationHealth>
