import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { bearsToken } from '../http/bears-token.ts'
import { type Checks, readiness } from '../http/readiness.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from './metrics.ts'

export interface MonitoringOptions {
  metrics: Pick<Metrics, 'read'>
  /** Required to read `/metrics`; without one, every client that reaches the port may read them. */
  token: string | undefined
  checks: Checks
  log: Pick<Log, 'warn'>
}

interface Answer {
  status: number
  type: string
  text: string
}

const json = (status: number, body: object): Answer => ({
  status,
  type: 'application/json',
  text: JSON.stringify(body),
})

/**
 * A separate server for monitoring this process, whatever its roles: `/metrics`, `/health/live` and `/health/ready`.
 * Not yet listening.
 */
export const monitoringServer = ({ metrics, token, checks, log }: MonitoringOptions): Server => {
  const ready = readiness(checks, (check, err) => log.warn({ err, check }, 'Not ready'))
  const routes: Record<string, (request: IncomingMessage) => Promise<Answer>> = {
    async '/metrics'({ headers }) {
      if (token !== undefined && !bearsToken(headers, token)) return json(401, { code: 'unauthenticated' })
      return { status: 200, ...(await metrics.read()) }
    },
    '/health/live': async () => json(200, { live: true }),
    async '/health/ready'() {
      const answer = await ready()
      return json(answer.ready ? 200 : 503, answer)
    },
  }

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const route = routes[request.url?.split('?', 1)[0] ?? '']
    if (!route) return json(404, { code: 'not_found' })
    return request.method === 'GET' ? route(request) : json(405, { code: 'method_not_allowed' })
  }

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { status, type, text } = await answer(request).catch((err: unknown) => {
      log.warn({ err }, 'Whoever watches this process got no answer')
      return json(500, { code: 'internal' })
    })
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
  }
  return createServer((request, response) => void serve(request, response))
}
