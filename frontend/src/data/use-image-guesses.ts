import { useDispatch, useStore } from 'react-redux'
import type { Guess } from '../realtime/event-types.ts'
import { foldGuesses } from '../realtime/guess.ts'
import { followedImages } from './followed-images.ts'

/** Folds guesses into what is on screen, outside of a mutation; answers how to take them back. */
export const useGuesses = (): ((guesses: readonly Guess[]) => () => void) => {
  const dispatch = useDispatch()
  const { getState } = useStore()
  return (guesses) => foldGuesses(followedImages, guesses, { dispatch: dispatch as never, getState })
}
