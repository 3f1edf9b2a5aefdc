import { useDeferredValue, useEffect, useState } from 'react'
import { Navigate, useNavigationType, useParams, useSearchParams } from 'react-router'
import { insideOnly, withFrom } from '../../app/from.ts'
import { statusOf } from '../../app/problem.ts'
import { useConjurationQuery } from '../../data/conjuration.ts'
import type { Conjuration } from '../../data/conjuration-query.ts'
import { useMe } from '../../data/me.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { toast } from '../../ui/toast.ts'
import { ConjurationPage } from './ConjurationPage.tsx'
import { Forbidden, LoadingLore, NotFound } from './Instead.tsx'
import { rememberOpened, wasOpened } from './opened.ts'
import { usePrefetch } from './use-prefetch.ts'

const notFetched = 'We were unable to fetch this conjuration. Please try again.'

/**
 * One lore item. An old link to lore that has copies leads to the first of them, once; whatever was chosen here opens itself.
 */
export const ConjurationScreen = () => {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  // A link of this app pushes, or says where it was, for a tab of its own.
  const isOldLink = useNavigationType() !== 'PUSH' && !params.has('from') && !params.has('original')
  return <Opened key={id} id={id} back={insideOnly(params.get('from'), '/conjurations')} isOldLink={isOldLink} />
}

const Opened = ({ id, back, isOldLink }: { id: string; back: string; isOldLink: boolean }) => {
  const { data, error, isFetching, refetch } = useConjurationQuery(id)
  usePrefetch(id)
  // An answer of the store is rendered at once and without a pause: what comes first is rendered in slices instead.
  const isReady = useDeferredValue(data !== undefined)
  const status = statusOf(error)
  // What went to the Trash while it was open is told so, and can be brought back: its row knows.
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
  // As it was opened: whether somebody copies it later is no reason to leave.
  const [copy] = useState(() => (isOldLink && !wasOpened(localStorage, userId, id) ? lore.copies[0]?.id : undefined))
  const [hadCopies] = useState(lore.copies.length > 0)
  useEffect(() => {
    if (hadCopies) rememberOpened(localStorage, userId, id)
  }, [hadCopies, userId, id])
  if (copy) return <Navigate to={withFrom(`/lore/view/${copy}`, back)} replace />
  return <ConjurationPage key={id} lore={lore} back={back} />
}
