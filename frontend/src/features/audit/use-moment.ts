import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type Moment, parseMoment, withMoment } from './moment.ts'

/** The moment in the URL, and navigation to another. Steps replace each other in the history; a jump adds an entry. */
export const useMoment = () => {
  const [query, setQuery] = useSearchParams()
  const [position, at] = [query.get('position'), query.get('at')]
  const moment = useMemo(() => parseMoment(query), [position, at])
  const go = useCallback(
    (to: Moment, { isStep = false } = {}) => setQuery((before) => withMoment(before, to), { replace: isStep }),
    [setQuery],
  )
  return { moment, go }
}
export type Go = ReturnType<typeof useMoment>['go']
