import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { limitRate } from '../platform/pace.ts'
import { uploadBytesPerSecond } from '../providers/bounded.ts'

/** Bytes of a body that are discarded without pacing. */
const small = 1024 * 1024

/**
 * Reads the large body of a refused request no faster than an upload. Node would discard it at the client's speed, and
 * garbage collection would delay other requests; closing the connection instead would hide the answer from browsers.
 */
export const paceRefusedBodies = (app: FastifyInstance) => {
  app.addHook('onSend', async ({ raw, headers }, reply) => {
    const isUnread = raw.readableFlowing === null && !raw.readableEnded
    if (reply.statusCode >= 400 && isUnread && Number(headers['content-length']) > small) void discard(raw)
  })
}

const discard = async (body: IncomingMessage): Promise<void> => {
  const paced = limitRate(uploadBytesPerSecond)
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) await paced(chunk.length)
  } catch {
    // The client has disconnected.
  }
}
