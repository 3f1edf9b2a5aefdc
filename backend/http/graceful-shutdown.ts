import type { FastifyInstance } from 'fastify'

const sweepMs = 50

/**
 * Answers all requests while the server closes (the application's option `return503OnClosing` is off) and requests that
 * clients reconnect. Closes idle connections, which would keep the server open.
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
