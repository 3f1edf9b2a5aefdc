import { z } from 'zod'

const Said = z.object({ at: z.iso.datetime({ offset: true }) })

/** The range that both PostgreSQL and JavaScript can write, in years of four digits. */
const readable = { from: Date.UTC(1970, 0, 1), to: Date.UTC(9999, 11, 31) }

/**
 * When an event happened: what its metadata says, so that a log that is copied or imported keeps its dates; otherwise when the store wrote
 * it (`created`).
 */
export const happenedAt = ({ metadata, created }: { metadata: unknown; created: Date }): Date => {
  const said = Said.safeParse(metadata).data?.at
  const at = said === undefined ? Number.NaN : Date.parse(said)
  return at >= readable.from && at <= readable.to ? new Date(at) : created
}
