import type { Problem } from '#domain/me.ts'
import { isOffline } from './online.ts'

/** What went wrong with a request, as every query and mutation reports it. `status` 0: no answer came. `detail` is for a person. */
export interface RequestError {
  status: number
  code: string
  detail: string
  errors: { field: string; message: string }[]
  /** What the problem says beside its sentence, such as `needed` and `available` credits. */
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

/** The domain's schema of a problem by hand: the sign-in pages report problems, and load no schemas. */
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

/** Reads a problem+json answer, or says plainly that the answer was none. */
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

/** The server's own sentence where it gave one, else the given one; and that there is no connection, if that was why. */
export const messageOf = (error: unknown, otherwise: string): string => {
  const code = codeOf(error)
  // Support cannot mend a connection.
  if (code === offline.code)
    return `${otherwise.replace(/ Please contact support.*$/, '').replace(/[^.!?]$/, '$&.')} ${offline.detail}`.trim()
  return isRequestError(error) && code !== 'unreadable' && code !== unreachable.code ? error.detail : otherwise
}

/** The code of the rule that refused; empty when it was something else. */
export const codeOf = (error: unknown): string => (isRequestError(error) && 'code' in error ? error.code : '')

/** Seconds after which the server takes the request again, where it said so (429). */
export const secondsOf = (error: unknown): number | undefined => {
  const seconds = isRequestError(error) && 'facts' in error ? error.facts.seconds : undefined
  return typeof seconds === 'number' && Number.isFinite(seconds) ? seconds : undefined
}

/** 0 when no answer came. */
export const statusOf = (error: unknown): number =>
  isRequestError(error) && 'status' in error && typeof error.status === 'number' ? error.status : 0

/** What the server refused, by the name of the field. */
export const fieldErrorsOf = (error: unknown): Partial<Record<string, string>> =>
  isRequestError(error) ? Object.fromEntries(error.errors.map(({ field, message }) => [field, message])) : {}
