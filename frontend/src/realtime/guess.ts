import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import type { AnyView } from '#projections/view.ts'
import { api } from '../base/api.ts'
import { newId } from '../base/ids.ts'
import type { Guess, StoredEvent } from './event-types.ts'
import { advance, type Following, type Snapshot } from './follow.ts'

/** A followed endpoint with the view and the options of its `follow`. */
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

/** Endpoints are injected by features, so their names are not in the base API's type. */
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
 * Folds guesses into every cached answer that they may concern, by the same rules as real events, so that an action
 * shows at once. The real events replace the guesses. `actor` is the acting user. Returns a function that undoes the
 * guesses; call it when the action has failed, since without a connection no refetch would correct them.
 */
export const foldGuesses = (
  followed: readonly Followed[],
  guesses: readonly Guess[],
  { dispatch, getState }: Caches,
  actor = '',
): (() => void) => {
  const items = guesses.map(
    (guess) =>
      ({
        ...guess,
        id: newId(),
        stream: '',
        position: '0',
        at: new Date().toISOString(),
        metadata: { actor, commandId: '', correlationId: '' },
      }) as StoredEvent,
  )
  const undos = followed.flatMap(({ endpoint, view, following }) =>
    cachedArgs(getState(), endpoint).flatMap((arg) => {
      const cached = () => endpoints[endpoint]?.select(arg)(getState()).data
      const answer = cached()
      if (!answer) return []
      const { snapshot } = advance(view, following as Following<{ id: string }, unknown>, answer, items, arg)
      const { rows, total = 0 } = snapshot
      // A guess has no log position, so the answer's position stays.
      dispatch(update(endpoint, arg, () => ({ ...answer, rows, ...(answer.total === undefined ? {} : { total }) })))
      return () => {
        const now = cached()
        if (now) dispatch(update(endpoint, arg, () => undoGuess(now, answer, rows, following)))
      }
    }),
  )
  return () => {
    for (const undo of undos) undo()
  }
}

/**
 * Returns an answer without a guess: rows are restored unless a later event has changed them. `before` and `guessed`
 * are the answers before and after the guess.
 */
const undoGuess = (
  now: Answer,
  before: Answer,
  guessed: readonly { id: string }[],
  { sort }: Following<never, never>,
): Answer => {
  const previous = new Map(before.rows.map((row) => [row.id, row]))
  const touched = new Map(guessed.filter((row) => previous.get(row.id) !== row).map((row) => [row.id, row]))
  const unchanged = now.rows.flatMap((row) => (isSame(touched.get(row.id), row) ? (previous.get(row.id) ?? []) : row))
  // A row that the guess removed is restored only if no event has arrived since, because it may be deleted by now.
  const isUnchanged = now.position === before.position && now.last === before.last
  const presentIds = new Set([...guessed, ...now.rows].map(({ id }) => id))
  const restored = isUnchanged ? before.rows.filter(({ id }) => !presentIds.has(id)) : []
  const rows = [...unchanged, ...restored]
  const total = now.total === undefined ? {} : { total: now.total + rows.length - now.rows.length }
  return { ...now, ...total, rows: sort ? rows.toSorted(sort as (a: unknown, b: unknown) => number) : rows }
}

/** Compares by content, because the cache copies rows on each write. */
const isSame = (one: object | undefined, other: object) => JSON.stringify(one) === JSON.stringify(other)

/** Creates a mutation's `onQueryStarted` that folds guesses built from its argument, and undoes them when it fails. */
export const guessing =
  <Arg>(followed: readonly Followed[], guesses: (arg: Arg) => Guess[]) =>
  async (arg: Arg, { queryFulfilled, ...caches }: Caches & { queryFulfilled: Promise<unknown> }): Promise<void> => {
    const undo = foldGuesses(followed, guesses(arg), caches)
    await queryFulfilled.catch(undo)
  }

/**
 * Creates a mutation's `onQueryStarted` that folds the effects of an action once the response lists them: in a batch
 * the server may leave some items unchanged.
 */
export const folding =
  <Arg, Answer>(followed: readonly Followed[], done: (arg: Arg, answer: Answer) => Guess[]) =>
  async (
    arg: Arg,
    { queryFulfilled, ...caches }: Caches & { queryFulfilled: Promise<{ data: Answer }> },
  ): Promise<void> => {
    const answered = await queryFulfilled.catch(() => undefined)
    if (answered) foldGuesses(followed, done(arg, answered.data), caches)
  }
