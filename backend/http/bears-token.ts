import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether a request brings this very token, as `Authorization: Bearer …`; how long that takes to find out tells nothing of it. */
export const bearsToken = ({ authorization = '' }: IncomingHttpHeaders, token: string | undefined): boolean => {
  return isSame(/^bearer\s+(\S+)$/i.exec(authorization)?.[1], token)
}

/** How long it takes to find out tells nothing of the secret. */
export const isSame = (given: unknown, secret: string | undefined): boolean =>
  secret !== undefined && typeof given === 'string' && timingSafeEqual(digest(given), digest(secret))
