import type { IncomingHttpHeaders } from 'node:http'
import type { ByteRange } from '../providers/files.ts'

/**
 * The requested range of a file (RFC 9110): a single one, while the file is the one that its client began with. Undefined
 * means all of it.
 */
export const rangeOf = (
  { range, 'if-range': ifRange }: IncomingHttpHeaders,
  { size, etag }: { size: number; etag: string },
): ByteRange | 'unsatisfiable' | undefined => {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (ifRange !== undefined && ifRange !== etag) return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < start) return undefined
  return start >= size || start > end ? 'unsatisfiable' : { start, end }
}
