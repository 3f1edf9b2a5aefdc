import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http2'

/** The one user who may call, and the certificate by which callers know the server, with its key: both PEM. */
export interface Protection {
  user: string
  password: string
  cert: string
  key: string
}

/**
 * What EventStoreDB's clients ask before they say who they are, and never say it with: what the server can do, and where its
 * leader is. Neither tells anything of the log.
 */
export const SERVER_FEATURES = '/event_store.client.server_features.ServerFeatures/GetSupportedMethods'
export const GOSSIP = '/event_store.client.gossip.Gossip/Read'

/** Tells whether a call may be answered: its `authorization` names the user with their password, as those clients send them over TLS. */
export function createAdmission({ user, password }: Protection): (headers: IncomingHttpHeaders) => boolean {
  const expected = digest(Buffer.from(`${user}:${password}`))
  return ({ authorization, ':path': path }) => {
    if (!authorization) return path === SERVER_FEATURES || path === GOSSIP
    const given = Buffer.from(/^basic +(.*)$/i.exec(authorization)?.[1] ?? '', 'base64')
    // Digests have one length, so comparing takes as long whatever was given.
    return timingSafeEqual(digest(given), expected)
  }
}

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
