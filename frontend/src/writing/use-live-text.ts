import { useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useStore } from 'react-redux'
import type { Op } from '#domain/text-ops.ts'
import { topicOf } from '#domain/topics.ts'
import { shelfKey } from '../app/drafts.ts'
import type { AppStore } from '../app/store.ts'
import { useMe } from '../data/me.ts'
import { textsApi, useTextQuery } from '../data/texts.ts'
import { type Heard, useTopic } from '../realtime/topics.ts'
import { openedSession, showSession } from './session/opened.ts'
import type { Session, SessionState } from './session/session.ts'

const none: SessionState = { status: 'idle', asides: [], ops: [] }
const never = () => () => undefined

/** Whether a tab of this browser left something here that was never sent. */
const hasUnsent = (userId: string, textId: string): boolean => {
  const prefix = shelfKey(userId, `text.${textId}.`)
  return Array.from({ length: localStorage.length }, (_, n) => localStorage.key(n)).some((key) =>
    key?.startsWith(prefix),
  )
}

interface Options {
  canEdit: boolean
  pauseMs: number
  onMessage: (message: Heard) => void
}

/**
 * A text on screen, as it is now. What writes it is loaded with the first letter, or with the first change that somebody else makes:
 * who only reads loads none of it.
 */
export const useLiveText = (textId: string, { canEdit, pauseMs, onMessage }: Options) => {
  const store = useStore() as AppStore
  const { id: userId } = useMe()
  const { data, isError, refetch } = useTextQuery(textId, { refetchOnMountOrArgChange: true })
  const [isClosed, setClosed] = useState(false)
  const [session, setSession] = useState<Session | undefined>(() => openedSession(textId))
  const opening = useRef<Promise<Session | undefined>>(undefined)

  const open = useCallback((): Promise<Session | undefined> => {
    const begin = async () => {
      const known = openedSession(textId)
      if (known) return known
      const { openSession } = await import('./session/open.ts')
      const shown = textsApi.endpoints.text.select(textId)(store.getState()).data
      const answer = await openSession({ store, userId, textId, pauseMs, shown })
      return 'kind' in answer ? undefined : answer
    }
    opening.current ??= begin()
      // What writes did not come.
      .catch(() => undefined)
      .then((made) => {
        setClosed(made === undefined)
        if (made) setSession(made)
        return made
      })
      .finally(() => {
        opening.current = undefined
      })
    return opening.current
  }, [store, userId, textId, pauseMs])

  useEffect(() => (session ? showSession(textId, session) : undefined), [textId, session])
  const revision = data?.revision
  const hear = useEffectEvent((message: Heard) => {
    if (message.kind !== 'change') return onMessage(message)
    if (session) void session.receive(message.data as never)
    else if (revision !== undefined && message.data.revision > revision) void open()
  })
  const topic = useTopic(topicOf('text', textId), { present: true, onMessage: hear })
  const { here } = topic
  const isHeard = here.me !== undefined

  const openAgain = useEffectEvent(() => {
    if (isClosed && hasUnsent(userId, textId)) void open()
  })
  useEffect(() => {
    if (isHeard) openAgain()
  }, [isHeard])
  // What was recorded between the text's loading and the first message, or while the connection was gone.
  useEffect(() => {
    if (!isHeard || revision === undefined) return
    if (session) return void session.catchUp()
    const asked = textsApi.endpoints.textChanges.initiate(
      { id: textId, after: revision },
      { subscribe: false, forceRefetch: true },
    )
    const answered = store.dispatch(asked)
    void answered.then(({ data: changes }) => (changes?.length ? open() : undefined))
  }, [isHeard, session, revision, store, textId, open])
  useEffect(() => {
    session?.together(here.here.length + here.more > 1)
  }, [session, here])
  useEffect(() => {
    if (canEdit && hasUnsent(userId, textId)) void open()
    if (!canEdit && session && session.state().status !== 'idle') session.end()
  }, [canEdit, session, userId, textId, open])

  const state = useSyncExternalStore(session?.subscribe ?? never, session?.state ?? (() => none))
  const ops: readonly Op[] | undefined = session ? state.ops : data?.ops
  /** What could not be loaded: the text to be read, or what is needed to write in it. */
  const missing = ops === undefined ? isError && ('text' as const) : isClosed && canEdit && ('writing' as const)
  const retry = () => void (ops === undefined ? refetch() : open())
  return { ops, session, state, open, topic, missing, retry, names: data?.names }
}
