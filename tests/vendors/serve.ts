import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Served {
  url: string
  close(): Promise<void>
}

/**
 * An address where nothing listens: only root may listen at a port below 1024, and no server is given one by chance.
 * The port of a server that was closed may be given to a test that runs beside.
 */
export const unreachableUrl = 'http://127.0.0.1:2'

/** A local HTTP server on a free port. `request.signal` aborts when the caller hangs up. `also` may have it speak more than HTTP. */
export async function serve(
  answer: (request: Request) => Response | Promise<Response>,
  also: (server: Server) => void = () => undefined,
): Promise<Served> {
  const server = createServer(async (incoming, outgoing) => {
    const hangUp = new AbortController()
    outgoing.on('close', () => hangUp.abort())
    try {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk)
      const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
      const request = new Request(new URL(incoming.url ?? '/', `http://${incoming.headers.host}`), {
        method: incoming.method ?? 'GET',
        headers: new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
        ...(hasBody && { body: Buffer.concat(chunks) }),
        signal: hangUp.signal,
      })
      const response = await answer(request)
      outgoing.writeHead(response.status, Object.fromEntries(response.headers))
      for await (const chunk of response.body ?? []) outgoing.write(chunk)
      outgoing.end()
    } catch (error) {
      // the caller is gone, or the answer was meant to break off
      outgoing.destroy(error instanceof Error ? error : undefined)
    }
  })
  also(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
