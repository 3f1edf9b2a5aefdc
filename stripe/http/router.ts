import type { Call } from './call.ts'
import { invalid, lacks } from './errors.ts'

const partsOf = (path: string) => path.split('/').slice(1)

const fits = (pattern: string[], parts: string[]) =>
  pattern.length === parts.length && pattern.every((part, at) => part.startsWith(':') || part === parts[at])

const fixed = (pattern: string[]) => pattern.filter((part) => !part.startsWith(':')).length

/** Finds the call of a request, and the id in its path. What Stripe may have and we lack is refused by its name. */
export function router(calls: readonly Call[]) {
  const known = calls
    .map((call) => ({ call, pattern: partsOf(call.path) }))
    .sort((one, other) => fixed(other.pattern) - fixed(one.pattern))
  return (method: string, path: string): { call: Call; id: string } => {
    const parts = partsOf(path)
    const found = known.find(({ call, pattern }) => call.method === method && fits(pattern, parts))
    if (found)
      return {
        call: found.call,
        id: decodeURIComponent(parts[found.pattern.findIndex((part) => part.startsWith(':'))] ?? ''),
      }
    if (parts[0] === 'v1' || parts[0] === 'v2') throw lacks(`the call ${method} ${path}`)
    throw invalid(`Unrecognized request URL (${method}: ${path}).`, {}, 404)
  }
}
