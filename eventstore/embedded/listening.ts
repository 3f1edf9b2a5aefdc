import { once } from 'node:events'
import fs from 'node:fs/promises'
import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { Protection } from './access.ts'

/**
 * A Unix socket (at most 107 bytes long), or an address; port 0 picks a free one. Without `protection`, every client
 * that reaches the address may read and write everything.
 */
export type Listen = { socketPath: string } | { host: string; port: number; protection?: Protection | undefined }

export type Http2Server = http2.Http2Server | http2.Http2SecureServer

export const protectionOf = (at: Listen): Protection | undefined => ('socketPath' in at ? undefined : at.protection)

/** Flow-control window in bytes: several large appends may be in progress at once. */
export const WINDOW = 4 * 1024 * 1024
/** Timeout of the TLS handshake, in milliseconds. */
const HANDSHAKE = 10_000

export function createServer(protection: Protection | undefined): Http2Server {
  const settings = { initialWindowSize: WINDOW, maxConcurrentStreams: 10_000 }
  if (!protection) return http2.createServer({ settings })
  const { cert, key } = protection
  return http2.createSecureServer({ settings, cert, key, minVersion: 'TLSv1.2', handshakeTimeout: HANDSHAKE })
}

export async function listen(server: Http2Server, at: Listen) {
  // This process holds the lock on the database, so an existing socket was left by a process that has ended.
  if ('socketPath' in at) await fs.rm(at.socketPath, { force: true })
  server.listen('socketPath' in at ? { path: at.socketPath } : { host: at.host, port: at.port })
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' && 'port' in at ? new Error(`port ${at.port} on ${at.host} is taken`) : error
  })
  if ('socketPath' in at) await fs.chmod(at.socketPath, 0o600)
}

export function urlOf(server: Http2Server, at: Listen): string {
  if ('socketPath' in at) return `unix:${at.socketPath}`
  const { address, port, family } = server.address() as AddressInfo
  const host = family === 'IPv6' ? `[${address}]` : address
  return `esdb://${host}:${port}?tls=${at.protection !== undefined}`
}
