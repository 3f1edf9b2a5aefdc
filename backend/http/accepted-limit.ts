import type { FastifyReply, FastifyRequest } from 'fastify'
import { Rejection } from '#domain/decider.ts'

const minuteMs = 60_000

interface Window {
  since: number
  count: number
}

/**
 * Limits a user to `max` accepted requests per minute. Refused ones do not count, so that insufficient credits or a
 * mistyped model lock no user out; they are cheap, and count towards the general limit. A slot is taken before the work
 * begins, so that concurrent requests cannot exceed the limit. Consists of two hooks, shared by the limited routes.
 */
export function acceptedLimit(max: number, now: () => number = Date.now) {
  // Sorted by their begin.
  const windows = new Map<string, Window>()
  const taken = new WeakMap<FastifyRequest, Window>()

  const windowOf = (userId: string): Window => {
    for (const [id, { since }] of windows) {
      if (since + minuteMs > now()) break
      windows.delete(id)
    }
    const window = windows.get(userId) ?? { since: now(), count: 0 }
    windows.set(userId, window)
    return window
  }

  return {
    async preHandler(request: FastifyRequest) {
      if (!request.session) throw new Rejection('unauthenticated')
      const window = windowOf(request.session.userId)
      if (window.count >= max) {
        const seconds = Math.max(1, Math.ceil((window.since + minuteMs - now()) / 1000))
        throw new Rejection('too_many_requests', { seconds })
      }
      window.count++
      taken.set(request, window)
    },
    async onResponse(request: FastifyRequest, reply: FastifyReply) {
      const window = taken.get(request)
      if (window && reply.statusCode >= 400) window.count--
    },
  }
}
