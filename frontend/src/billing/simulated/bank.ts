import { useSyncExternalStore } from 'react'

/** The user's action at the bank: confirms, is rejected, or closes it. */
export type BankAnswer = 'succeed' | 'fail' | 'close'

type Resolve = (answer: BankAnswer) => void

let pending: Resolve | undefined
const listeners = new Set<() => void>()

const set = (next: Resolve | undefined) => {
  pending = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens the bank's dialog in the form that is on screen. */
export const openBank = (): Promise<BankAnswer> =>
  new Promise((resolve) =>
    set((answer) => {
      set(undefined)
      resolve(answer)
    }),
  )

export const useBank = (): Resolve | undefined =>
  useSyncExternalStore(
    subscribe,
    () => pending,
    () => undefined,
  )
