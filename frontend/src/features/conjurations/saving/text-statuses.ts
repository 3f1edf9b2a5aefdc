import { useCallback, useState } from 'react'
import { combineStatuses, type FieldState } from './field-state.ts'

type Status = FieldState<unknown>['status']
/** `ended`: the viewer may no longer write in the text, or the text was removed from the page. */
export type TextStatus = Status | 'ended'

/** The combined save status of a page's texts. */
export const useTextStatuses = () => {
  const [statuses, setStatuses] = useState<Readonly<Record<string, TextStatus>>>({})
  const hear = useCallback(
    (textId: string, status: TextStatus) =>
      setStatuses((before) => (before[textId] === status ? before : { ...before, [textId]: status })),
    [],
  )
  return {
    status: combineStatuses(Object.values(statuses).map((status) => (status === 'ended' ? 'idle' : status))),
    hear,
  }
}
