import type { Thing, Viewer } from './access.ts'
import { can } from './rights.ts'

/** Log positions that begin a reader's history of a thing; 0 if there is no such event. */
export interface HistoryMarks {
  /** The thing was last shown to the reader. */
  shown: bigint
  /** The reader last joined the thing's campaign. */
  joined: bigint
}

/**
 * The log position at which a reader's history of a thing begins (decision 30): earlier events are hidden from that reader. The owner reads all
 * of it, and a DM reads what DMs saw before that DM joined.
 */
export const historyBeginning = (viewer: Viewer, thing: Thing, { shown, joined }: HistoryMarks): bigint => {
  if (can(viewer, 'readPast', thing)) return 0n
  return can(viewer, 'manage', thing) || shown > joined ? shown : joined
}
