import { useEffect, useState } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router'
import { insideOnly, withFrom } from '../../app/from.ts'
import { statusOf } from '../../app/problem.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { toast } from '../../ui/toast.ts'
import { useLoreQuery } from './api.ts'
import { Forbidden, Loading, NotFound } from './Instead.tsx'
import { LorePage } from './LorePage.tsx'
import type { Lore } from './lore-query.ts'
import './lore.css'
import './column.css'
import './rail.css'
import './narrow.css'

const notFetched = 'We were unable to fetch this conjuration. Please try again.'

/**
 * One lore item. Lore that has copies is opened at the first of them, unless `original=1` asks for itself; a copy that is made
 * while it is open changes nothing.
 */
export const LoreScreen = () => {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  return <Opened key={id} id={id} back={insideOnly(params.get('from'), '/conjurations')} />
}

const Opened = ({ id, back }: { id: string; back: string }) => {
  const [params] = useSearchParams()
  const { data, error, isFetching, refetch } = useLoreQuery(id)
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
  if (!data) return hasFailed ? <ErrorState text={notFetched} onRetry={() => void refetch()} /> : <Loading />
  return <Shown id={id} back={back} toCopy={params.get('original') === null} lore={data} />
}

const Shown = ({ id, back, toCopy, lore }: { id: string; back: string; toCopy: boolean; lore: Lore }) => {
  // As it was opened: whether somebody copies it later is no reason to leave.
  const [copy] = useState(lore.copies[0]?.id)
  if (toCopy && copy) return <Navigate to={withFrom(`/lore/view/${copy}`, back)} replace />
  return <LorePage key={id} lore={lore} back={back} />
}
