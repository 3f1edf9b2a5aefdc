import { createContext, type ReactNode, useContext } from 'react'

/** The context of a rendered text. */
export interface Around {
  campaignId: string | null
  /** The current page, to which linked pages return. */
  here: string
  /** Current names of mentioned items by id; others show their stored text. */
  names: ReadonlyMap<string, string>
  /** Wraps each piece depending on its attributes, to show authors and the like. */
  mark?: (piece: ReactNode, attributes: Record<string, unknown>) => ReactNode
}

const Context = createContext<Around>({ campaignId: null, here: '/collections', names: new Map() })
export const AroundText = Context.Provider
export const useAround = (): Around => useContext(Context)
