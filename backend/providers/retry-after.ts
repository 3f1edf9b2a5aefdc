/** What a `Retry-After` header asks for, in ms; it carries seconds or an HTTP date (RFC 9110, 10.2.3). Undefined when it says nothing usable. */
export function retryAfter(header: string | null | undefined, now = Date.now()): number | undefined {
  if (!header) return undefined
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
