import type { Problem } from '#domain/me.ts'
import { isOffline } from './online.ts'

/**
 * A failed request as every query and mutation reports it. `status` 0: no response arrived. `detail` is text for the
 * user.
 */
export interface RequestError {
  status: number
  code: string
  detail: string
  errors: { field: string; message: string }[]
  /** Further members of the problem, such as `needed` and `available` credits. */
  facts: Record<string, unknown>
}

const unreachable: RequestError = {
  status: 0,
  code: 'unreachable',
  detail: 'Loreloom cannot be reached. Check your connection and try again.',
  errors: [],
  facts: {},
}

const offline: RequestError = { ...unreachable, code: 'offline', detail: 'You are offline.' }

const texts = ['type', 'title', 'detail', 'code'] as const

const isFieldError = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  'field' in value &&
  typeof value.field === 'string' &&
  'message' in value &&
  typeof value.message === 'string'

/** Validates a problem without a schema library: the sign-in pages do not load it. */
const isProblem = (body: unknown): body is Problem => {
  if (typeof body !== 'object' || body === null) return false
  const { status, errors = [], ...others } = body as Record<string, unknown>
  return (
    Number.isInteger(status) &&
    texts.every((name) => typeof others[name] === 'string') &&
    Array.isArray(errors) &&
    errors.every(isFieldError)
  )
}

/** Parses a problem+json response; any other response becomes a generic error. */
export const requestError = (status: number | string, body: unknown): RequestError => {
  if (isProblem(body)) {
    const { status, code, detail, errors = [], type: _type, title: _title, ...facts } = body
    return { status, code, detail, errors, facts }
  }
  if (typeof status !== 'number') return isOffline() ? offline : unreachable
  return { ...unreachable, status, code: 'unreadable', detail: 'Something went wrong. Please try again.' }
}

const isRequestError = (error: unknown): error is RequestError =>
  typeof error === 'object' && error !== null && 'detail' in error && typeof error.detail === 'string'

/** Returns the server's text if there is one, else the given one; an offline browser is named as the cause. */
export const messageOf = (error: unknown, otherwise: string): string => {
  const code = codeOf(error)
  // Support cannot repair a connection.
  if (code === offline.code)
    return `${otherwise.replace(/ Please contact support.*$/, '').replace(/[^.!?]$/, '$&.')} ${offline.detail}`.trim()
  return isRequestError(error) && code !== 'unreadable' && code !== unreachable.code ? error.detail : otherwise
}

/** Returns the code of the violated rule; empty for other errors. */
export const codeOf = (error: unknown): string => (isRequestError(error) && 'code' in error ? error.code : '')

/** Returns the seconds after which the server accepts the request again (429). */
export const secondsOf = (error: unknown): number | undefined => {
  const seconds = isRequestError(error) && 'facts' in error ? error.facts.seconds : undefined
  return typeof seconds === 'number' && Number.isFinite(seconds) ? seconds : undefined
}

/** Returns 0 if no response arrived. */
export const statusOf = (error: unknown): number =>
  isRequestError(error) && 'status' in error && typeof error.status === 'number' ? error.status : 0

/** Returns the messages of invalid fields by field name. */
export const fieldErrorsOf = (error: unknown): Partial<Record<string, string>> =>
  isRequestError(error) ? Object.fromEntries(error.errors.map(({ field, message }) => [field, message])) : {}
