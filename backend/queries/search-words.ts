import type { Read } from '../http/snapshot.ts'

const most = 12

/** What was typed into a search box, word by word: taken apart by the same function as the table's, so that the two agree on letters. */
export async function wordsOf(read: Read, typed: string): Promise<string[]> {
  const [row] = await read<{ plain: string }>('select plain($1) as plain', [typed])
  return (row?.plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, most)
}

interface TextQuery {
  /** As the words are written, the last by its beginning. */
  written: string
  /** By their English stems; words that say nothing, such as "the", fall out of it. */
  stems: string
  /** Each word in one way or the other. */
  either: string
}

/** SQL that makes text queries of words, which stand in the statement's values from `$from` on. */
export const textQuery = (words: readonly string[], from: number): TextQuery => {
  const written = words.map((_, n) => `to_tsquery('simple', $${from + n}${n === words.length - 1 ? ` || ':*'` : ''})`)
  const stems = words.map((_, n) => `to_tsquery('english', $${from + n})`)
  const all = (queries: readonly string[]) => (queries.length > 0 ? `(${queries.join(' && ')})` : `''::tsquery`)
  return { written: all(written), stems: all(stems), either: all(written.map((word, n) => `(${word} || ${stems[n]})`)) }
}
