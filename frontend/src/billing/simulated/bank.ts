import { useSyncExternalStore } from 'react'

/** The user's choice in the simulated bank's dialog: confirm, be rejected, or close it. */
export type BankAnswer = 'succeed' | 'fail' | 'close'

interface BankQuestion {
  /** In cents; absent if a card is saved and nothing is charged. */
  amount: number | undefined
  answer: (answer: BankAnswer) => void
}

let pending: BankQuestion | undefined
const listeners = new Set<() => void>()

const set = (next: BankQuestion | undefined) => {
  pending = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens the bank's dialog in the current payment form; resolves to the user's choice. */
export const openBank = (amount: number | undefined): Promise<BankAnswer> =>
  new Promise((resolve) =>
    set({
      amount,
      answer: (answer) => {
        set(undefined)
        resolve(answer)
      },
    }),
  )

export const useBank = (): BankQuestion | undefined =>
  useSyncExternalStore(
    subscribe,
    () => pending,
    () => undefined,
  )
