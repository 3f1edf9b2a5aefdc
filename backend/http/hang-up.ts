import type { FastifyReply } from 'fastify'

/**
 * Aborts when the client disconnects before the answer. `request.signal` already aborts once a request's body has been
 * read.
 */
export const hangUp = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController()
  const look = () => {
    if (!raw.writableFinished) gone.abort()
  }
  if (raw.destroyed) look()
  else raw.once('close', look)
  return gone.signal
}
