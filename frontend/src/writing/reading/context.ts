import { createContext, type ReactNode, useContext } from 'react'

/** What a text on screen belongs to. */
export interface Around {
  campaignId: string | null
  /** The page it is on, for the way back from what it leads to. */
  here: string
  /** What mentioned things are called now, by id; what is not there goes by the words that were written. */
  names: ReadonlyMap<string, string>
  /** Laid around each piece by its attributes, where more is shown of a text than what it says. */
  mark?: (piece: ReactNode, attributes: Record<string, unknown>) => ReactNode
}

const Context = createContext<Around>({ campaignId: null, here: '/collections', names: new Map() })
export const AroundText = Context.Provider
export const useAround = (): Around => useContext(Context)
