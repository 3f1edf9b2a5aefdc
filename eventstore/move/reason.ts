import { isCommandError } from '@eventstore/db-client'

/** What gRPC gave the library, which makes errors of its own of it. */
const original = (error: unknown) => (error instanceof Error && isCommandError(error) ? (error._raw ?? error) : error)

/** Whether it is an answer of a store, or that there was none. */
export const isAnswer = (error: unknown): boolean => {
  const said = original(error)
  return said instanceof Error && 'code' in said && 'details' in said
}

/** What went wrong in words: of gRPC's errors what the server or the connection said. */
export function reasonOf(error: unknown): string {
  const said = original(error)
  if (!(said instanceof Error)) return String(said)
  const text = 'details' in said && typeof said.details === 'string' ? said.details : said.message
  return text.replace(/ Resolution note: .*$/s, '').replace(/[\s.]+$/, '')
}
