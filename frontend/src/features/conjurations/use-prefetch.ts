import { useEffect } from 'react'
import { useStore } from 'react-redux'
import type { AppStore } from '../../app/store.ts'
import { segmentsApi } from '../../data/segments.ts'
import { preloadSeconds, preloadText, releaseText } from '../../data/texts.ts'

/** Preloads a lore item's texts while the item is loading: text is the largest content of its page. */
export const usePrefetch = (id: string): void => {
  const { dispatch } = useStore() as AppStore
  useEffect(() => {
    const contents = dispatch(segmentsApi.endpoints.segments.initiate(id))
    let texts: string[] | undefined = []
    const release = () => {
      contents.unsubscribe()
      texts?.forEach(releaseText)
      texts = undefined
    }
    void contents.then(({ data }) => {
      texts &&= data?.rows.filter(({ type }) => type === 'STORY').map((story) => story.id)
      for (const text of texts ?? []) preloadText(dispatch, text)
    })
    const held = setTimeout(release, preloadSeconds * 1_000)
    return () => {
      clearTimeout(held)
      release()
    }
  }, [dispatch, id])
}
