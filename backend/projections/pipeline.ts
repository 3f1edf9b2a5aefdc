import type pg from 'pg'

/**
 * Sends several queries over a connection that pipelines: one write, one wait. What they answer, in order; throws the first failure,
 * once all have been answered.
 */
export const pipelined = async <const Sent extends readonly Promise<unknown>[]>(
  { connection: { stream } }: Pick<pg.Client, 'connection'>,
  send: () => Sent,
): Promise<{ -readonly [At in keyof Sent]: Awaited<Sent[At]> }> => {
  stream.cork()
  let sent: Sent
  try {
    sent = send()
  } finally {
    stream.uncork()
  }
  // The first cause comes first: after it, a transaction refuses whatever follows.
  const settled = await Promise.allSettled(sent)
  for (const each of settled) if (each.status === 'rejected') throw each.reason
  return Promise.all(sent) as never
}
