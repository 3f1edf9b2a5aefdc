/** What went wrong in words: of gRPC's errors what the server or the connection said. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const said = 'details' in error && typeof error.details === 'string' ? error.details : error.message
  return said.replace(/ Resolution note: .*$/s, '').replace(/[\s.]+$/, '')
}
