import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { pace } from '../platform/pace.ts'
import { uploadBytesPerSecond } from '../providers/bounded.ts'

/** Bytes of a body that are discarded at once. */
const small = 1024 * 1024

/**
 * Reads the large body of a refused request no faster than an upload. Node would discard it as fast as the client sends, and the collection of that memory
 * would delay other requests; a browser whose connection were closed instead would not show the answer.
 */
export const paceRefusedBodies = (app: FastifyInstance) => {
  app.addHook('onSend', async ({ raw, headers }, reply) => {
    const isUnread = raw.readableFlowing === null && !raw.readableEnded
    if (reply.statusCode >= 400 && isUnread && Number(headers['content-length']) > small) void discard(raw)
  })
}

const discard = async (body: IncomingMessage): Promise<void> => {
  const paced = pace(uploadBytesPerSecond)
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) await paced(chunk.length)
  } catch {
    // The client is gone, and its body with it.
  }
}
