import { createConnection, type Socket } from 'node:net'

/** What came back on a connection, as latin1, and whether the other side hung up. */
interface Heard {
  text: string
  closed: boolean
}

/** A connection whose bytes are ours to choose. */
export interface Raw {
  socket: Socket
  send(bytes: string | Buffer): void
  /** Resolves once `enough`, or the other side hung up. Rejects when neither happens in time. */
  until(enough: (heard: Heard) => boolean): Promise<Heard>
}

const patienceMs = 15_000

export function connect(port: number): Raw {
  const socket = createConnection({ port, host: '127.0.0.1' })
  const heard: Heard = { text: '', closed: false }
  let look = () => {}
  socket.on('data', (bytes) => {
    heard.text += bytes.toString('latin1')
    look()
  })
  // Being cut off is an answer as well.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    heard.closed = true
    look()
  })
  return {
    socket,
    send(bytes) {
      if (!socket.destroyed) socket.write(bytes)
    },
    until(enough) {
      const { promise, resolve, reject } = Promise.withResolvers<Heard>()
      const timer = setTimeout(
        () => reject(new Error(`Nothing of the kind came: ${heard.text.slice(0, 300)}`)),
        patienceMs,
      )
      look = () => {
        if (!heard.closed && !enough(heard)) return
        clearTimeout(timer)
        resolve({ ...heard })
      }
      look()
      return promise
    },
  }
}

/** Sends it all at once; answers what came until the other side hung up. */
export async function ask(port: number, bytes: string | Buffer): Promise<string> {
  const raw = connect(port)
  raw.send(bytes)
  const { text } = await raw.until(({ closed }) => closed)
  raw.socket.destroy()
  return text
}
