import type { Read } from '../../http/snapshot.ts'

/** Word similarity, from 0 to 1, below which a text is no match for a word. */
export const likeness = 0.4
/** Minimum similarity of a name to a word that no name contains; a short word with two letters swapped still reaches it. */
export const mistypedLikeness = 0.5

/** Sets the similarity that `<%` requires of later statements, until the end of the transaction. */
export const requireLikeness = (read: Read, atLeast: number): Promise<unknown> =>
  read(`select set_config('pg_trgm.word_similarity_threshold', $1, true)`, [String(atLeast)])
