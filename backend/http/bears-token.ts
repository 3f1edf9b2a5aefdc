import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** True if a request carries this token as `Authorization: Bearer …`; compares in constant time. */
export const bearsToken = ({ authorization = '' }: IncomingHttpHeaders, token: string | undefined): boolean => {
  return isSame(/^bearer\s+(\S+)$/i.exec(authorization)?.[1], token)
}

/** Compares in constant time, so that the duration reveals nothing of the secret. */
export const isSame = (given: unknown, secret: string | undefined): boolean =>
  secret !== undefined && typeof given === 'string' && timingSafeEqual(digest(given), digest(secret))
