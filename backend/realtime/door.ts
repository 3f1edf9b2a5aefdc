import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { uuid } from '../http/uuid.ts'
import type { Feed } from './feed.ts'
import type { Place } from './row.ts'

/** Query parameters of a new socket. */
export const Query = z.object({
  after: z
    .string()
    .regex(/^\d{1,19}$/)
    .transform(BigInt)
    .optional(),
  /** Id of the last event that the client received. */
  last: uuid().optional(),
  watch: uuid().optional(),
})

/** Timeout for a client whose position is ahead of this process, in milliseconds. */
export const aheadMs = 5000

/**
 * Refuses connections before a socket exists: from pages of other sites, which browsers let connect with our cookies,
 * and malformed requests.
 */
export const refuseStrangers =
  (origins: readonly string[], isClosing: () => boolean) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { origin, host } = request.headers
    const sameHost = origin !== undefined && URL.canParse(origin) && new URL(origin).host === host
    if (origin !== undefined && !sameHost && !origins.includes(origin))
      await problem(reply, 403, 'cross_origin', 'This page may not connect here.')
    else if (isClosing()) await problem(reply, 503, 'restarting', 'The server is restarting.')
    else if (!request.ws) await problem(reply, 426, 'upgrade_required', 'This is a websocket.')
    else if (!Query.safeParse(request.query).success)
      await problem(reply, 400, 'invalid', '`after` is a position, `last` an event’s id, `watch` a user’s id.')
  }

const problem = (reply: FastifyReply, status: number, code: string, detail: string) =>
  reply
    .code(status)
    .type('application/problem+json')
    .send(JSON.stringify({ type: 'about:blank', title: code, status, detail, code }))

/**
 * The start position of a client; `isOtherLog` is set if its position belongs to another log and it must reload
 * everything.
 */
export interface Start {
  place: Place
  isOtherLog: boolean
}

/**
 * Starts after a position that the client has seen. Rows accompanying that position's event are sent again, since a
 * socket may have broken between the two. A position that this installation never reaches, or a `last` event that does
 * not exist, belongs to another log.
 */
export const startOf = async (
  feed: Feed,
  { after, last }: Pick<z.infer<typeof Query>, 'after' | 'last'>,
): Promise<Start> => {
  if (after === undefined) return { place: feed.place(), isOtherLog: false }
  const isOurs = (await feed.progress.waitFor(after, aheadMs)) && (last === undefined || (await feed.knows(last)))
  return isOurs ? { place: { position: after, seq: 0 }, isOtherLog: false } : { place: feed.place(), isOtherLog: true }
}
