/** Another version of a field than the one it shows, and why there is one. */
export interface Note<V> {
  /**
   * `refused`: mine, which the server did not take. `overtaken`: mine, which somebody has written over. `crossed`: theirs,
   * which came while I was writing and which mine stands over. `restored`: what is stored, while the field shows what I typed
   * before this tab was lost. `outdated`: what I typed then, in place of which there is something newer.
   */
  kind: 'refused' | 'overtaken' | 'crossed' | 'restored' | 'outdated'
  version: V
  /** Whose doing it was, a user's id; empty for the server's. */
  by: string
  /** Why it was refused. */
  message: string
  /** When it was typed that was restored or is outdated: ISO time, empty for the others. */
  typedAt: string
}

export interface FieldState<V> {
  /** What the field shows. */
  value: V
  /** `saving` from the first letter on; `waiting` for a connection. */
  status: 'idle' | 'saving' | 'saved' | 'failed' | 'waiting'
  note: Note<V> | null
  /** Grows each time that somebody else's version takes the field. */
  news: number
}

type Status = FieldState<unknown>['status']
const gravest: Status[] = ['waiting', 'failed', 'saving', 'saved', 'idle']

/** What the fields of a page come to. */
export const together = (statuses: readonly Status[]): Status =>
  gravest.find((status) => statuses.includes(status)) ?? 'idle'
