import { useCallback, useEffect, useReducer } from 'react'
import { nothing, select } from './selection.ts'

/** The selection in a list, in display order. Removed items are deselected. */
export const useSelection = (order: readonly string[]) => {
  const [selection, act] = useReducer(select, nothing)
  useEffect(() => act({ type: 'keep', order }), [order])
  const onTick = useCallback(
    (id: string, reach: boolean) => act(reach ? { type: 'reach', id, order } : { type: 'toggle', id }),
    [order],
  )
  const clear = useCallback(() => act({ type: 'clear' }), [])
  return { selection, onTick, clear }
}
