import { z } from 'zod'
import { CheckName } from '#domain/checks.ts'
import { CheckRow } from './checks.ts'

/** The health of the installation: its latest checks, its dependencies and stopped views. */
export const InstallationHealth = z.object({
  /** In the order of the list of checks; `last` is null until the first run. */
  checks: z.array(z.object({ name: CheckName, last: CheckRow.nullable() })),
  /** External dependencies of the responding process; `trouble` is null while a dependency is usable. */
  dependencies: z.array(
    z.object({
      name: z.string(),
      trouble: z.object({ cause: z.string(), says: z.string(), since: z.iso.datetime() }).nullable(),
    }),
  ),
  /** Events of the log that the views have not applied yet; null while unknown. */
  lag: z.object({ events: z.number(), seconds: z.number() }).nullable(),
  /** Number of reconnections to the event store since the responding process started. */
  storeReconnects: z.number(),
  /** Number of skipped events of other programs in the event store. */
  foreignEvents: z.number(),
  views: z.array(z.object({ view: z.string(), position: z.string(), error: z.string() })),
})
export type InstallationHealth = z.infer<typeof InstallationHealth>
