import type { Read } from '../../http/snapshot.ts'
import { lruCache } from '../../platform/lru-cache.ts'

const most = 12
/** Caches the words of search texts, which saves a database query: the function is deterministic. */
const known = lruCache<readonly string[]>(256 * 1024, (words) => 512 + 2 * words.join().length)

/**
 * Splits a search text into words, with the same SQL function as the index, so that both normalise characters alike.
 */
export async function wordsOf(read: Read, typed: string): Promise<readonly string[]> {
  const before = known.get(typed)
  if (before) return before
  const [row] = await read<{ plain: string }>('select plain($1) as plain', [typed])
  const words = (row?.plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, most)
  known.set(typed, words)
  return words
}

interface TextQuery {
  /** Matches the words as they are written, and the last one as a prefix. */
  written: string
  /** Matches English stems, without stop words such as "the". */
  stems: string
  /** Matches each word either as it is written or by its stem. */
  either: string
}

/** The parameter of the nth word. */
export const placeOf = (n: number): string => `@word${n}`
/** Returns the words as parameters with the names of `placeOf`. */
export const wordParameters = (words: readonly string[]): Record<string, string> =>
  Object.fromEntries(words.map((word, n) => [`word${n}`, word]))

/**
 * Wraps the queries so that PostgreSQL evaluates them once per statement, not once per row. It plans such a statement without knowing
 * how common the words are.
 */
export const evaluateOnce = (queries: TextQuery): TextQuery => ({
  written: `(select ${queries.written})`,
  stems: `(select ${queries.stems})`,
  either: `(select ${queries.either})`,
})

/** SQL that builds text queries from words, which are named parameters of the statement. */
export const textQuery = (words: readonly string[]): TextQuery => {
  const written = words.map((_, n) => `to_tsquery('simple', ${placeOf(n)}${n === words.length - 1 ? ` || ':*'` : ''})`)
  const stems = words.map((_, n) => `to_tsquery('english', ${placeOf(n)})`)
  const all = (queries: readonly string[]) => (queries.length > 0 ? `(${queries.join(' && ')})` : `''::tsquery`)
  return { written: all(written), stems: all(stems), either: all(written.map((word, n) => `(${word} || ${stems[n]})`)) }
}
