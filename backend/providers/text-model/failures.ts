import { APICallError, NoObjectGeneratedError } from 'ai'
import { retryAfter } from '../retry-after.ts'
import { TextFailed } from '../text-model.ts'

export const slow = () => new TextFailed('slow', 'Writing took too long. Please try again, or ask for less.')
export const cutOff = () => new TextFailed('cut_off', 'The text ended before it was whole. Please try again.')
export const filtered = () =>
  new TextFailed('filtered', "The provider's content filter stopped this text. Please change the prompt and try again.")
export const tooLong = () => new TextFailed('cut_off', 'The text grew too long and was cut off. Please ask for less.')
export const searchedTooOften = () =>
  new TextFailed('unusable', 'The model kept searching without an answer. Please ask in another way.')
export const unusable = () => new TextFailed('unusable', 'The answer was not what was asked for. Please try again.')

/**
 * Converts a failed call into the port's errors, without the prompt and the keys that the package's own errors would
 * carry into logs.
 */
export function failureOf(error: unknown): Error {
  if (error instanceof TextFailed) return error
  if (NoObjectGeneratedError.isInstance(error)) return unusable()
  if (APICallError.isInstance(error)) return refusalOf(error)
  // The connection may break while a text is received.
  return error instanceof Error && isBroken(error) ? cutOff() : new Error('The text model failed in an unknown way')
}

const isBroken = ({ name, message }: Error) => name === 'TypeError' || /terminated|socket|network|stream/i.test(message)

const isFilter = ({ responseBody = '' }: APICallError) => /content_?(filter|policy|moderation)/i.test(responseBody)

function refusalOf(error: APICallError): TextFailed {
  const { statusCode: status, responseHeaders } = error
  if (isFilter(error)) return filtered()
  if (status === undefined) return new TextFailed('busy', 'The text model cannot be reached. Please try again later.')
  if (status === 200) return cutOff()
  if (status === 429 || status >= 500) {
    const wait = retryAfter(responseHeaders?.['retry-after'])
    return new TextFailed('busy', 'The text model is busy. Please try again in a moment.', { retryAfter: wait })
  }
  if (status === 401 || status === 402 || status === 403) return misconfigured('TEXT_API_KEY', status)
  if (status === 404) return misconfigured('TEXT_MODEL', status)
  return new TextFailed('refused', 'The text model could not work with this request. Please change it and try again.')
}

const misconfigured = (setting: string, status: number) =>
  new TextFailed('misconfigured', `The text model does not answer (${status}): see ${setting}`, { setting })
