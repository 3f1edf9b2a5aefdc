import { useDispatch, useStore } from 'react-redux'
import { foldGuesses, type Guess } from './guess.ts'

/** Folds guesses into what is on screen, outside of a mutation. */
export const useGuesses = (): ((guesses: readonly Guess[]) => void) => {
  const dispatch = useDispatch()
  const { getState } = useStore()
  return (guesses) => foldGuesses(guesses, { dispatch: dispatch as never, getState })
}
