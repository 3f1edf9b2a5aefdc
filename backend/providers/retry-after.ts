/**
 * The delay of a `Retry-After` header in ms; it carries seconds or an HTTP date (RFC 9110, 10.2.3). Undefined if it is
 * missing or invalid.
 */
export function retryAfter(header: string | null | undefined, now = Date.now()): number | undefined {
  if (!header) return undefined
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
