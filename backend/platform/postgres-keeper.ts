import { Socket } from 'node:net'
import { Client, type ClientConfig } from 'pg'

/** A connection that does nothing but notice at once when its server dies, adopted or our own child alike. */
export interface Keeper {
  /** Resolves when the connection has ended, for whatever reason. */
  ended: Promise<void>
  release(): Promise<void>
}

/** Connects, or answers undefined while there is no server that accepts connections. */
export async function connectKeeper(options: ClientConfig): Promise<Keeper | undefined> {
  const socket = new Socket()
  const named = { application_name: 'loreloom keeper', connectionTimeoutMillis: 3_000, stream: () => socket }
  const client = new Client({ ...options, ...named })
  const ended = new Promise<void>((resolve) => {
    client.once('end', () => resolve())
    client.on('error', () => undefined)
  })
  try {
    await client.connect()
  } catch {
    socket.destroy()
    return undefined
  }
  // By itself a keeper does not keep Node from ending.
  socket.unref()
  return {
    ended,
    async release() {
      socket.ref()
      await client.end()
    },
  }
}
