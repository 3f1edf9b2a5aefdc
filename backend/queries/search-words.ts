import type { Read } from '../http/snapshot.ts'

/** What was typed into a search box, as the database's queries want it. */
export interface Words {
  /** Without case and accents. */
  plain: string
  each: string[]
  /** Every word as it is written, and the beginning of the last, in the syntax of `to_tsquery`; null when there is none. */
  exact: string | null
}

const most = 12

/** Taken apart by the same function as the table's words, so that the two agree on what a letter is. */
export async function wordsOf(read: Read, typed: string): Promise<Words> {
  const [row] = await read<{ plain: string }>('select plain($1) as plain', [typed])
  const each = (row?.plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, most)
  return { plain: each.join(' '), each, exact: each.length > 0 ? `${each.join(' & ')}:*` : null }
}
