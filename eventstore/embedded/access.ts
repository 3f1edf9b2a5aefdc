import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http2'

/** The only permitted user, and the server's TLS certificate with its key, both in PEM. */
export interface Protection {
  user: string
  password: string
  cert: string
  key: string
}

/**
 * Methods that EventStoreDB's clients call without credentials: the server's capabilities, and the address of its
 * leader. Neither reveals anything of the log.
 */
export const SERVER_FEATURES = '/event_store.client.server_features.ServerFeatures/GetSupportedMethods'
export const GOSSIP = '/event_store.client.gossip.Gossip/Read'

/**
 * Creates the check whether a call is permitted: its `authorization` header must contain the user and password, as
 * those clients send them over TLS.
 */
export function createAdmission({ user, password }: Protection): (headers: IncomingHttpHeaders) => boolean {
  const expected = digest(Buffer.from(`${user}:${password}`))
  return ({ authorization, ':path': path }) => {
    if (!authorization) return path === SERVER_FEATURES || path === GOSSIP
    const given = Buffer.from(/^basic +(.*)$/i.exec(authorization)?.[1] ?? '', 'base64')
    // Digests have equal lengths, so the duration of the comparison does not depend on the input.
    return timingSafeEqual(digest(given), expected)
  }
}

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
