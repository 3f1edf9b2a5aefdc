import type { FastifyReply } from 'fastify'

/** Aborted when whoever asked hangs up before they are answered. `request.signal` is so as soon as a request's body has been read. */
export const hangUp = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController()
  const look = () => {
    if (!raw.writableFinished) gone.abort()
  }
  if (raw.destroyed) look()
  else raw.once('close', look)
  return gone.signal
}
