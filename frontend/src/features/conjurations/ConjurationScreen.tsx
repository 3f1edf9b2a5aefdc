import { useDeferredValue, useEffect, useState } from 'react'
import { useStore } from 'react-redux'
import { Navigate, useNavigationType, useParams, useSearchParams } from 'react-router'
import { insideOnly, withFrom } from '../../base/from.ts'
import { statusOf } from '../../base/problem.ts'
import { useConjurationQuery } from '../../data/conjuration.ts'
import type { Conjuration } from '../../data/conjuration-query.ts'
import { useMe } from '../../data/me.ts'
import { segmentsApi } from '../../data/segments.ts'
import { preloadSeconds, preloadText, releaseText } from '../../data/texts.ts'
import type { AppStore } from '../../realtime/store.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { toast } from '../../ui/toast.ts'
import { ConjurationPage } from './ConjurationPage.tsx'
import { Forbidden, LoadingLore, NotFound } from './LoreStates.tsx'
import { rememberOpened, wasOpened } from './opened.ts'

const notFetched = 'We were unable to fetch this conjuration. Please try again.'

/**
 * One lore item. An old link to copied lore redirects to its first copy, once; links of this app open the item itself.
 */
export const ConjurationScreen = () => {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  // Links of this app push a history entry or, if opened in a new tab, have the parameter `from`.
  const isOldLink = useNavigationType() !== 'PUSH' && !params.has('from') && !params.has('original')
  return <Opened key={id} id={id} back={insideOnly(params.get('from'), '/conjurations')} isOldLink={isOldLink} />
}

const Opened = ({ id, back, isOldLink }: { id: string; back: string; isOldLink: boolean }) => {
  const { data, error, isFetching, refetch } = useConjurationQuery(id)
  usePrefetch(id)
  // A cached response would be rendered in one long task: with a deferred value, React renders in interruptible slices.
  const isReady = useDeferredValue(data !== undefined)
  const status = statusOf(error)
  // An item that was deleted while open shows a notice with a restore button.
  const isMissing = error !== undefined && [400, 404].includes(status)
  const isGone = isMissing && !data?.rows[0]
  const isHidden = (data && data.rows.length === 0) || (!data && status === 403)
  const hasFailed = error !== undefined && !isMissing && status !== 403 && !isFetching
  useEffect(() => {
    if (hasFailed) toast.error(notFetched)
  }, [hasFailed])

  if (isGone) return <NotFound back={back} />
  if (isHidden) return <Forbidden back={back} />
  if (!data) return hasFailed ? <ErrorState text={notFetched} onRetry={() => void refetch()} /> : <LoadingLore />
  if (!isReady) return <LoadingLore />
  return <Shown id={id} back={back} isOldLink={isOldLink} lore={data} />
}

const Shown = ({ id, back, isOldLink, lore }: { id: string; back: string; isOldLink: boolean; lore: Conjuration }) => {
  const { id: userId } = useMe()
  // Evaluated on mount only: a copy that is created later must not redirect an open page.
  const [copy] = useState(() => (isOldLink && !wasOpened(localStorage, userId, id) ? lore.copies[0]?.id : undefined))
  const [hadCopies] = useState(lore.copies.length > 0)
  useEffect(() => {
    if (hadCopies) rememberOpened(localStorage, userId, id)
  }, [hadCopies, userId, id])
  if (copy) return <Navigate to={withFrom(`/lore/view/${copy}`, back)} replace />
  return <ConjurationPage key={id} lore={lore} back={back} />
}

/** Preloads a lore item's texts while the item is loading: text is the largest content of its page. */
const usePrefetch = (id: string): void => {
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
