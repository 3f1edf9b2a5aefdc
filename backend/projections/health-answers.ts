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

/** The last failure of one kind of work, without the text of a prompt. */
const WorkFailure = z.object({ at: z.iso.datetime(), reason: z.string() })

/** The installation as its operator sees it: version, machine, outside services, queue and settings. Holds no secrets. */
export const Installation = z.object({
  version: z.string(),
  node: z.string(),
  /** The start of the responding process. */
  startedAt: z.iso.datetime(),
  /** The last completed backup; null if none was recorded. */
  backup: z
    .object({ at: z.iso.datetime(), bytes: z.number().nullable(), isChecked: z.boolean(), isEncrypted: z.boolean() })
    .nullable(),
  /** The disk of the data directory; null where the process does not know it. */
  disk: z.object({ freeBytes: z.number(), totalBytes: z.number() }).nullable(),
  database: z.object({ version: z.string(), bytes: z.number(), connections: z.number() }),
  /** Outside services and their built-in counterparts, with masked addresses. */
  services: z.array(z.object({ name: z.string(), where: z.string() })),
  eventStore: z.object({
    /**
     * Nodes of the event store with their roles. `behind` is the distance of a node's last event from the end of the
     * log, in log positions (bytes of EventStoreDB); null while the node does not answer.
     */
    nodes: z.array(z.object({ at: z.string(), role: z.string(), isAlive: z.boolean(), behind: z.number().nullable() })),
    /** Events of the log that the views have not applied yet; null while unknown. */
    lag: z.object({ events: z.number(), seconds: z.number() }).nullable(),
  }),
  /** `pictures` and `texts` are null while nothing has failed. */
  failures: z.object({ pictures: WorkFailure.nullable(), texts: WorkFailure.nullable() }),
  /** Unsent mail; null where mail is sent by SMTP. */
  outbox: z.object({ waiting: z.number(), newestAt: z.iso.datetime().nullable() }).nullable(),
  /** Jobs of all processes. `oldestSeconds` is the age of the oldest one that could run now. */
  jobs: z.object({
    ready: z.number(),
    running: z.number(),
    waiting: z.number(),
    retrying: z.number(),
    oldestSeconds: z.number(),
    givenUp: z.array(z.object({ task: z.string(), jobs: z.number() })),
  }),
  users: z.number(),
  sessions: z.number(),
  /** Open sockets of the responding process. */
  sockets: z.number(),
  settings: z.array(
    z.object({
      name: z.string(),
      /** The effective value, or in words the one that applies when unset; secrets are hidden. */
      value: z.string(),
      source: z.enum(['environment', 'default']),
      isSecret: z.boolean(),
      purpose: z.string(),
    }),
  ),
})
export type Installation = z.infer<typeof Installation>
