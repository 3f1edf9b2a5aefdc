import { useEffect } from 'react'
import { useDispatch } from 'react-redux'
import { filter } from 'rxjs'
import { api } from '../app/api.ts'
import type { AppStore } from '../app/store.ts'
import { useRealtime } from '../realtime/context.tsx'
import { type FeedItem, isSight } from '../realtime/messages.ts'

/** A webhook by itself is a hint: what came of it has events of its own. */
const isBilling = (item: FeedItem) =>
  !isSight(item) && item.stream.startsWith('billing-') && item.type !== 'WebhookReceived'

/** Whatever happens between this person and the provider, in another window or there: what is shown of it is asked for again. */
export const useLiveBilling = (): void => {
  const { items$ } = useRealtime()
  const dispatch = useDispatch<AppStore['dispatch']>()
  useEffect(() => {
    const heard = items$.pipe(filter(isBilling)).subscribe(() => dispatch(api.util.invalidateTags(['billing'])))
    return () => heard.unsubscribe()
  }, [items$, dispatch])
}
