import type { FastifyInstance } from 'fastify'

const sweepMs = 50

/**
 * While the server closes, everybody who reaches it is still answered (the application's option `return503OnClosing` is off), and
 * told to come back over another connection. What has no request under way is closed: kept alive, it would keep the server open.
 */
export const gracefulShutdown = (app: FastifyInstance): void => {
  let sweeping: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    sweeping = setInterval(() => app.server.closeIdleConnections(), sweepMs)
  })
  app.addHook('onSend', async (_request, reply) => {
    if (sweeping) reply.header('connection', 'close')
  })
  app.server.once('close', () => clearInterval(sweeping))
  app.addHook('onClose', async () => clearInterval(sweeping))
}
