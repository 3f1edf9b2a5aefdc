import { hashOf } from '#projections/links.ts'
import type { Installed } from './installed.ts'

/** Verifies that a stored event matches its link; null if it has none. */
export const verifyEvent = async (
  { pool, sealedStore }: Pick<Installed, 'pool' | 'sealedStore'>,
  { id, stream, revision }: { id: string; stream: string; revision: number },
): Promise<'verified' | 'altered' | null> => {
  const { rows } = await pool.query<{ hash: Buffer }>(
    'select hash from audit.links where stream = $1 and "eventId" = $2',
    [stream, id],
  )
  const [link] = rows
  if (!link) return null
  const { events } = await sealedStore.read(stream, { from: BigInt(revision), limit: 1 })
  const [event] = events
  return event?.id === id && hashOf(event).equals(link.hash) ? 'verified' : 'altered'
}
