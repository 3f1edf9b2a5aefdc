import { isCommandError } from '@eventstore/db-client'

/** The original gRPC error of one that the library wrapped. */
const original = (error: unknown) => (error instanceof Error && isCommandError(error) ? (error._raw ?? error) : error)

/** True for gRPC's errors: a refusal by the store, or a missing answer. */
export const isAnswer = (error: unknown): boolean => {
  const said = original(error)
  return said instanceof Error && 'code' in said && 'details' in said
}

/** The message of a failure: for gRPC's errors, that of the server or the connection. */
export function reasonOf(error: unknown): string {
  const said = original(error)
  if (!(said instanceof Error)) return String(said)
  const text = 'details' in said && typeof said.details === 'string' ? said.details : said.message
  return text.replace(/ Resolution note: .*$/s, '').replace(/[\s.]+$/, '')
}
