import { createContext, useContext } from 'react'
import type { Figure } from '#domain/ledger-answers.ts'

/** A figure with its causes: the events that changed a value, or the entries of a sum. */
export interface MadeBy {
  title: string
  /** Log position up to which events are listed. */
  position?: string
  path?: string
  sum?: { figure: Figure; source?: string; purpose?: string; month?: string; to?: string }
}

export const MadeByContext = createContext<(what: MadeBy) => void>(() => undefined)
/** Opens the causes of a figure. */
export const useMadeBy = () => useContext(MadeByContext)
