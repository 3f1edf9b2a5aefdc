import { once } from 'node:events'
import { createServer } from 'node:net'
import { CannotStart } from './cannot-start.ts'

const reasons: Record<string, string> = {
  EADDRINUSE: 'is taken by another program',
  EACCES: 'may not be used by this user',
  EADDRNOTAVAIL: 'is not an address of this machine',
  ENOTFOUND: 'is not a known host name',
}

/** Replaces a listening error by a message that names the settings to change; returns other errors unchanged. */
export const portError = (host: string, port: number, error: unknown, setting = 'PORT'): unknown => {
  const reason = error instanceof Error && 'code' in error ? reasons[String(error.code)] : undefined
  return reason ? new CannotStart(`${host}:${port} ${reason}: set ${setting} or HOST to another.`) : error
}

/** Checks, before any part is started, that `port` can be listened on. Throws `portError`. Returns the port; for 0, a free one. */
export async function findPort(host: string, port: number): Promise<number> {
  const probe = createServer().listen(port, host)
  try {
    await once(probe, 'listening')
  } catch (error) {
    throw portError(host, port, error)
  }
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : port
}
