import { isAPIError } from 'better-auth/api'
import type { Log } from '../platform/log.ts'

/**
 * What the authentication library says, in our log. It calls an error also what is a refusal: a redirect elsewhere, a provider that
 * is not offered, a sign-in that was not begun here. Anybody can bring those about, so they must wake nobody.
 */
export const libraryLog =
  (log: Log) =>
  (level: string, message: unknown, ...rest: readonly unknown[]): void => {
    const err = [message, ...rest].find((one) => one instanceof Error)
    const isFault = err !== undefined && !isRefusal(err)
    const ours = level === 'error' ? (isFault ? 'error' : 'warn') : level === 'warn' ? 'warn' : 'info'
    // What else it would say may be a token, an address or an answer of another service.
    log[ours]({ from: 'auth', err }, typeof message === 'string' ? withoutAddresses(message) : 'A fault')
  }

const withoutAddresses = (message: string) => message.replaceAll(/\S*[/?]\S*/g, '[address]')

/** The library's own errors; where it is at fault itself, it throws, and our error handler tells of that. */
const isRefusal = (error: Error) => (isAPIError(error) ? error.statusCode < 500 : error.name === 'BetterAuthError')
