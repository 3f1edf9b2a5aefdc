import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import type { AnyView } from '#projections/view.ts'
import { api } from '../app/api.ts'
import { newId } from '../app/ids.ts'
import type { Guess, StoredEvent } from './event-types.ts'
import { advance, type Following, type Snapshot } from './follow.ts'

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
 * act is on screen at once. The events themselves put the truth over it. `actor` is who acts. Call what it returns when the
 * act has failed: without a connection no refetch would say that it did not happen.
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
  const takings = followed.flatMap(({ endpoint, view, following }) =>
    cachedArgs(getState(), endpoint).flatMap((arg) => {
      const cached = () => endpoints[endpoint]?.select(arg)(getState()).data
      const answer = cached()
      if (!answer) return []
      const { snapshot } = advance(view, following as Following<{ id: string }, unknown>, answer, items, arg)
      const { rows, total = 0 } = snapshot
      // A guess is at no position of the log: what the answer has seen stays what it has seen.
      dispatch(update(endpoint, arg, () => ({ ...answer, rows, ...(answer.total === undefined ? {} : { total }) })))
      return () => {
        const now = cached()
        if (now) dispatch(update(endpoint, arg, () => takenBack(now, answer, rows, following)))
      }
    }),
  )
  return () => {
    for (const takeBack of takings) takeBack()
  }
}

/**
 * An answer without a guess: what the guess did to each row is undone where nothing has come over it since. `before` and
 * `guessed` are on both sides of the guess.
 */
const takenBack = (
  now: Answer,
  before: Answer,
  guessed: readonly { id: string }[],
  { sort }: Following<never, never>,
): Answer => {
  const known = new Map(before.rows.map((row) => [row.id, row]))
  const touched = new Map(guessed.filter((row) => known.get(row.id) !== row).map((row) => [row.id, row]))
  const unchanged = now.rows.flatMap((row) => (isSame(touched.get(row.id), row) ? (known.get(row.id) ?? []) : row))
  // What was guessed away may be away in truth by now, unless nothing has come since.
  const isStill = now.position === before.position && now.last === before.last
  const held = new Set([...guessed, ...now.rows].map(({ id }) => id))
  const back = isStill ? before.rows.filter(({ id }) => !held.has(id)) : []
  const rows = [...unchanged, ...back]
  const total = now.total === undefined ? {} : { total: now.total + rows.length - now.rows.length }
  return { ...now, ...total, rows: sort ? rows.toSorted(sort as (a: unknown, b: unknown) => number) : rows }
}

/** By content: the cache copies rows whenever it is written to. */
const isSame = (one: object | undefined, other: object) => JSON.stringify(one) === JSON.stringify(other)

/** A mutation's `onQueryStarted` that folds guesses made from its argument, and takes them back when it fails. */
export const guessing =
  <Arg>(followed: readonly Followed[], guesses: (arg: Arg) => Guess[]) =>
  async (arg: Arg, { queryFulfilled, ...caches }: Caches & { queryFulfilled: Promise<unknown> }): Promise<void> => {
    const takeBack = foldGuesses(followed, guesses(arg), caches)
    await queryFulfilled.catch(takeBack)
  }

/**
 * A mutation's `onQueryStarted` that folds what an act did once it is answered: of many things the server may leave some as they
 * are, and says which.
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
