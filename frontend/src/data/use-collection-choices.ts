import { skipToken } from '@reduxjs/toolkit/query/react'
import { useEffect, useMemo, useState } from 'react'
import { useDispatch } from 'react-redux'
import type { AppStore } from '../realtime/store.ts'
import { type CollectionChoice, collectionChoices, collectionsFound } from '../ui/collection-choices.ts'
import {
  collectionsApi,
  useCollectionPathsQuery,
  useCollectionSearchQuery,
  useLoadedCollections,
} from './collections.ts'

/** The most folders listed of one level; others are found by name. */
const mostListed = 1000

interface Options {
  campaignId: string
  campaignName: string
  /** The folder at which the choice starts; its ancestors are open. */
  at: string | null
}

/** A campaign's folders to choose from: level by level as they are opened, or by name. */
export const useCollectionChoices = ({ campaignId, campaignName, at }: Options) => {
  const dispatch = useDispatch<AppStore['dispatch']>()
  const [text, setText] = useState('')
  const search = text.trim()
  const tree = useLoadedCollections(campaignId)
  useCollectionPathsQuery(at === null ? skipToken : { campaignId, to: [at] })
  const { data, isFetching } = useCollectionSearchQuery(search ? { campaignId, search } : skipToken)
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const way = tree
    .pathTo(at)
    .slice(0, -1)
    .map(({ id }) => id)
    .join()
  const opened = useMemo(() => {
    const onTheWay = way.split(',').filter(Boolean)
    const opened = new Set([...onTheWay, ...toggled.keys()])
    for (const [id, isOpen] of toggled) if (!isOpen) opened.delete(id)
    return opened
  }, [way, toggled])

  const all = [...opened].sort().join()
  useEffect(() => {
    const parents = [null, ...all.split(',').filter(Boolean)]
    const queries = parents.map((parentId) =>
      dispatch(collectionsApi.endpoints.collectionChildren.initiate({ campaignId, parentId, want: mostListed })),
    )
    return () => {
      for (const each of queries) each.unsubscribe()
    }
  }, [dispatch, campaignId, all])

  const list = useMemo(
    () =>
      search
        ? collectionsFound(tree, campaignName, data?.found ?? [], search)
        : collectionChoices(tree, campaignName, opened),
    [tree, campaignName, search, data, opened],
  )
  const choices = {
    choices: list,
    text,
    isFinding: search !== '' && isFetching,
    onText: setText,
    onToggle: ({ id, isOpen }: CollectionChoice) =>
      id !== null && isOpen !== undefined && setToggled((before) => new Map([...before, [id, !isOpen]])),
  }
  return { choices, tree }
}
