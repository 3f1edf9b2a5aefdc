import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { mostTags } from '../../data/conjurations-query.ts'

/** The tags that lore is filtered by, stored in the URL. */
export const useTags = () => {
  const [params, setParams] = useSearchParams()
  const text = params.get('tags') ?? ''
  const tags = useMemo(() => [...new Set(text.split(',').filter(Boolean))].slice(0, mostTags), [text])
  const setTags = (next: readonly string[]) =>
    setParams(
      (before) => {
        if (next.length > 0) before.set('tags', next.join())
        else before.delete('tags')
        return before
      },
      { replace: true },
    )
  return { tags, setTags }
}
