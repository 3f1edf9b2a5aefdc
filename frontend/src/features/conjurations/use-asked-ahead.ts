import { useEffect } from 'react'
import { useStore } from 'react-redux'
import type { AppStore } from '../../app/store.ts'
import { segmentsApi } from '../../data/segments.ts'
import { heldSeconds, textsApi } from '../../data/texts.ts'

/** Asks for what lore says while the lore itself is on its way and its page is being made: words are the largest thing on it. */
export const useAskedAhead = (id: string): void => {
  const { dispatch } = useStore() as AppStore
  useEffect(() => {
    const asked: { unsubscribe: () => void }[] = []
    const letGo = () => {
      for (const each of asked.splice(0)) each.unsubscribe()
    }
    const contents = dispatch(segmentsApi.endpoints.segments.initiate(id))
    asked.push(contents)
    void contents.then(({ data }) => {
      if (!asked.includes(contents)) return
      for (const { id, type } of data?.rows ?? [])
        if (type === 'STORY') asked.push(dispatch(textsApi.endpoints.text.initiate(id)))
    })
    const held = setTimeout(letGo, heldSeconds * 1_000)
    return () => {
      clearTimeout(held)
      letGo()
    }
  }, [dispatch, id])
}
