import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import type { AnyView } from '#projections/view.ts'
import { api } from '../app/api.ts'
import { newId } from '../app/ids.ts'
import { advance, type Following, type Snapshot } from './follow.ts'

/** An event that an act will most likely bring. */
export interface Guess {
  type: string
  data: Record<string, unknown>
}

/** An endpoint whose answers are followed, and how. */
export interface Followed {
  endpoint: string
  view: AnyView
  following: Following<never, never>
}

interface Caches {
  dispatch: ThunkDispatch<unknown, unknown, UnknownAction>
  getState: () => unknown
}

type Answer = Snapshot<{ id: string }>

/** Endpoints are injected by features, so their names are not in the base's type. */
interface Endpoint {
  select(arg: unknown): (state: unknown) => { data?: Answer }
}
const endpoints = api.endpoints as unknown as Record<string, Endpoint>
const update = api.util.updateQueryData as unknown as (
  endpoint: string,
  arg: unknown,
  recipe: () => Answer,
) => UnknownAction
const cachedArgs = api.util.selectCachedArgsForQuery as unknown as (state: unknown, endpoint: string) => unknown[]

/**
 * Folds guesses into every answer in the cache that they may concern, by the rules that the real events follow, so that an
 * act is on screen at once. The events themselves put the truth over it. `actor` is who acts.
 */
export const foldGuesses = (
  followed: readonly Followed[],
  guesses: readonly Guess[],
  { dispatch, getState }: Caches,
  actor = '',
): void => {
  const items = guesses.map(({ type, data }) => ({
    id: newId(),
    type,
    data,
    stream: '',
    position: '0',
    at: new Date().toISOString(),
    metadata: { actor, commandId: '', correlationId: '' },
  }))
  for (const { endpoint, view, following } of followed)
    for (const arg of cachedArgs(getState(), endpoint)) {
      const answer = endpoints[endpoint]?.select(arg)(getState()).data
      if (!answer) continue
      const { snapshot } = advance(view, following as Following<{ id: string }, unknown>, answer, items, arg)
      const { rows, total = 0 } = snapshot
      // A guess is at no position of the log: what the answer has seen stays what it has seen.
      dispatch(update(endpoint, arg, () => ({ ...answer, rows, ...(answer.total === undefined ? {} : { total }) })))
    }
}

/** A mutation's `onQueryStarted` that folds guesses made from its argument. */
export const guessing =
  <Arg>(followed: readonly Followed[], guesses: (arg: Arg) => Guess[]) =>
  (arg: Arg, caches: Caches): void =>
    foldGuesses(followed, guesses(arg), caches)
