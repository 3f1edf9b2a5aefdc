import { z } from 'zod'

const Said = z.object({ at: z.iso.datetime({ offset: true }) })

/** The range that both PostgreSQL and JavaScript can write, in years of four digits. */
const readable = { from: Date.UTC(1970, 0, 1), to: Date.UTC(9999, 11, 31) }

/**
 * The time of an event: from its metadata, so that a copied or imported log keeps its dates; otherwise the time at
 * which the store wrote it (`created`).
 */
export const happenedAt = ({ metadata, created }: { metadata: unknown; created: Date }): Date => {
  const said = Said.safeParse(metadata).data?.at
  const at = said === undefined ? Number.NaN : Date.parse(said)
  return at >= readable.from && at <= readable.to ? new Date(at) : created
}
