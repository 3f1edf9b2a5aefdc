import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import type { ImageRow } from '#projections/images.ts'
import { imagesView } from '#projections/images.ts'
import { fold } from '#projections/view.ts'
import { api } from '../../app/api.ts'
import { newId } from '../../app/ids.ts'
import type { Snapshot } from '../../realtime/follow.ts'
import { admits, type GalleryArg } from './gallery-query.ts'

export interface Guess {
  type: string
  data: { imageId: string; [field: string]: unknown }
}

interface Caches {
  dispatch: ThunkDispatch<unknown, unknown, UnknownAction>
  getState: () => unknown
}

type Update = (endpoint: string, arg: unknown, recipe: (draft: Snapshot<ImageRow>) => void) => UnknownAction

/**
 * Folds what an act will most likely bring into every gallery and picture in the cache, by the rules that the real events
 * follow, so that it is on screen at once. The events themselves put the truth over it.
 */
export const foldGuesses = (guesses: readonly Guess[], { dispatch, getState }: Caches): void => {
  const update = api.util.updateQueryData as unknown as Update
  const argsOf = (endpoint: string) =>
    api.util.selectCachedArgsForQuery(getState() as never, endpoint as never) as unknown[]
  for (const arg of argsOf('gallery') as GalleryArg[])
    dispatch(
      update('gallery', arg, (draft) => {
        const rows = folded(draft.rows, guesses).filter((row) => admits(row, arg))
        draft.total = (draft.total ?? 0) + rows.length - draft.rows.length
        draft.rows = rows
      }),
    )
  for (const id of argsOf('image') as string[])
    dispatch(
      update('image', id, (draft) => {
        draft.rows = folded(draft.rows, guesses).filter((row) => row.id === id)
      }),
    )
}

const folded = (rows: ImageRow[], guesses: readonly Guess[]) =>
  guesses.reduce(
    (rows, { type, data }) =>
      fold(imagesView, rows, {
        id: newId(),
        type,
        data,
        stream: `images-${data.imageId}`,
        position: '0',
        at: new Date().toISOString(),
        metadata: { actor: '', commandId: '', correlationId: '' },
      }),
    rows,
  )

/** A mutation's `onQueryStarted` that folds guesses made from its argument. */
export const guessing =
  <Arg>(guesses: (arg: Arg) => Guess[]) =>
  (arg: Arg, caches: Caches): void =>
    foldGuesses(guesses(arg), caches)
