import type pg from 'pg'

/**
 * Sends several queries over a pipelining connection: one write, one wait. Returns their results in order; throws the
 * first failure, once all have been answered.
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
  // The first failure is the cause: the transaction refuses all later queries.
  const settled = await Promise.allSettled(sent)
  for (const each of settled) if (each.status === 'rejected') throw each.reason
  return Promise.all(sent) as never
}
