/** Another version of a field than the shown one, and its cause. */
export interface Note<V> {
  /**
   * `refused`: the own version, which the server rejected. `overtaken`: the own version, which another member has
   * overwritten. `crossed`: another member's version, which arrived during the own edit and was overwritten by it.
   * `restored`: the stored version, while the field shows the draft of a lost tab. `outdated`: that draft, after the
   * field has been changed since.
   */
  kind: 'refused' | 'overtaken' | 'crossed' | 'restored' | 'outdated'
  version: V
  /** The user who caused it; empty for the server. */
  by: string
  /** The reason of a rejection. */
  message: string
  /** ISO time at which a `restored` or `outdated` draft was typed; empty for the other kinds. */
  typedAt: string
}

export interface FieldState<V> {
  /** The shown value. */
  value: V
  /** `saving` from the first key on; `waiting` for a connection. */
  status: 'idle' | 'saving' | 'saved' | 'failed' | 'waiting'
  note: Note<V> | null
  /** Counts changes by other members that replaced the value. */
  news: number
}

type Status = FieldState<unknown>['status']
const gravest: Status[] = ['waiting', 'failed', 'saving', 'saved', 'idle']

/** Combines the statuses of a page's fields. */
export const combineStatuses = (statuses: readonly Status[]): Status =>
  gravest.find((status) => statuses.includes(status)) ?? 'idle'
