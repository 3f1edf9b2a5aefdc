import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** A way to a server that can be closed: those who are on it are cut off, and nobody new is let in, until it is opened again. */
export interface TcpProxy {
  port: number
  /** `refuse` says no at once, as a machine does on which nothing listens; `silence` takes what is sent and never answers. */
  shut(how: 'refuse' | 'silence'): void
  open(): Promise<void>
  close(): void
}

/** Listens on the loopback address. */
export async function startProxy(to: NetConnectOpts): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let silent = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    return socket
  }
  const server = createServer((incoming) => {
    keep(incoming)
    if (silent) return
    const outgoing = keep(connect(to))
    incoming.pipe(outgoing).pipe(incoming)
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const)
      one.once('close', () => other.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port,
    shut(how) {
      if (how === 'silence') {
        silent = true
        // What is on its way is lost, and nobody is told.
        for (const socket of sockets) socket.unpipe().pause()
        return
      }
      server.close()
      cut()
    },
    async open() {
      silent = false
      cut()
      if (server.listening) return
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    close() {
      server.close()
      cut()
    },
  }
}
