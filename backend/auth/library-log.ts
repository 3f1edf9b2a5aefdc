import { isAPIError } from 'better-auth/api'
import type { Log } from '../platform/log.ts'

/**
 * Forwards the authentication library's messages to our log. The library also reports refusals as errors: a redirect
 * elsewhere, an unavailable provider, a sign-in that did not begin here. Any client can cause these, so they must not
 * alert the operator.
 */
export const libraryLog =
  (log: Log) =>
  (level: string, message: unknown, ...rest: readonly unknown[]): void => {
    const err = [message, ...rest].find((one) => one instanceof Error)
    const isFault = err !== undefined && !isRefusal(err)
    const ours = level === 'error' ? (isFault ? 'error' : 'warn') : level === 'warn' ? 'warn' : 'info'
    // Drops other arguments, which may be tokens, addresses or answers of other services.
    log[ours]({ from: 'auth', err }, typeof message === 'string' ? withoutAddresses(message) : 'A fault')
  }

const withoutAddresses = (message: string) => message.replaceAll(/\S*[/?]\S*/g, '[address]')

/** True for refusals by the library. Its faults are thrown as well, and logged by our error handler. */
const isRefusal = (error: Error) => (isAPIError(error) ? error.statusCode < 500 : error.name === 'BetterAuthError')
