import { useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useStore } from 'react-redux'
import type { TextKind } from '#domain/text-formats.ts'
import type { Op } from '#domain/text-ops.ts'
import { plainDescription } from '#domain/text-plain.ts'
import { topicOf } from '#domain/topics.ts'
import { shelfKey, textField } from '../base/drafts.ts'
import { statusOf } from '../base/problem.ts'
import { useMe } from '../data/me.ts'
import { preloadSeconds, releaseText, textsApi, useTextQuery } from '../data/texts.ts'
import type { AppStore } from '../realtime/store.ts'
import { type Heard, useTopic } from '../realtime/topics.ts'
import type { SessionState } from './session/deps.ts'
import { openedSession, showSession } from './session/opened.ts'
import type { Session } from './session/session.ts'

const none: SessionState = { status: 'idle', rejectedEdits: [], ops: [] }
const never = () => () => undefined

/** The user has lost write access: the session receives no changes. */
const isEnded = (session: Session) => session.state().status === 'ended'

/** Returns true if a tab of this browser has unsent changes here. */
const hasUnsent = (userId: string, textId: string): boolean => {
  const prefix = shelfKey(userId, `${textField}${textId}.`)
  return Array.from({ length: localStorage.length }, (_, n) => localStorage.key(n)).some((key) =>
    key?.startsWith(prefix),
  )
}

interface Options {
  kind: TextKind
  canEdit: boolean
  /** True if it is in the Trash: nothing is fetched. */
  isGone: boolean
  pauseMs: number
  /** Initial plain text, which is replaced as a whole until a user edits it as rich text. */
  plain: string | undefined
  onMessage: (message: Heard) => void
}

interface SessionOptions {
  store: AppStore
  userId: string
  textId: string
  kind: TextKind
  pauseMs: number
}

/** Returns the session of a text in this tab, and a function that opens it. Concurrent calls share one opening. */
const useSession = ({ store, userId, textId, kind, pauseMs }: SessionOptions) => {
  const [isClosed, setClosed] = useState(false)
  const [session, setSession] = useState<Session | undefined>(() => openedSession(textId))
  const opening = useRef<Promise<Session | undefined>>(undefined)

  const open = useCallback((): Promise<Session | undefined> => {
    const begin = async () => {
      const known = openedSession(textId)
      if (known && !isEnded(known)) return known
      const { openSession } = await import('./session/open.ts')
      const shown = textsApi.endpoints.text.select(textId)(store.getState()).data
      const answer = await openSession({ store, userId, textId, kind, pauseMs, shown })
      if ('kind' in answer) return undefined
      // Rejected edits stay; changes that were pending when write access was lost are pending again.
      for (const edit of known?.state().rejectedEdits ?? []) if (edit.kind !== 'lost') answer.addRejectedEdit(edit)
      return answer
    }
    opening.current ??= begin()
      // The engine failed to load.
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
  }, [store, userId, textId, kind, pauseMs])
  return { session, open, isClosed }
}

interface MissedOptions {
  textId: string
  live: Session | undefined
  store: AppStore
  /** The revision of the shown text; undefined until the topic is subscribed. */
  revision: number | undefined
  follow: () => void
  refetch: () => unknown
}

/** Fetches changes recorded between the text's response and the first message, or while the connection was lost. */
const useMissedChanges = ({ textId, live, store, revision, follow, refetch }: MissedOptions) => {
  const onChanges = useEffectEvent(follow)
  const onLost = useEffectEvent(() => void refetch())
  useEffect(() => {
    if (revision === undefined) return
    if (live) {
      void live.catchUp()
      return
    }
    const request = textsApi.endpoints.textChanges.initiate(
      { id: textId, after: revision },
      { subscribe: false, forceRefetch: true },
    )
    const answered = store.dispatch(request)
    let isWanted = true
    void answered.then(({ data: answer, error }) => {
      if (!isWanted) return
      // These changes are not available: hidden since, or no longer retained.
      if (statusOf(error) === 410) onLost()
      else if (answer?.changes.length) onChanges()
    })
    return () => {
      isWanted = false
    }
  }, [live, revision, store, textId])
}

/**
 * A live text. The editing engine is loaded with the first input, or with the first change by another user, so that
 * readers load none of it.
 */
export const useLiveText = (textId: string, { kind, canEdit, isGone, pauseMs, plain, onMessage }: Options) => {
  const store = useStore() as AppStore
  const { id: userId } = useMe()
  // A preloaded text is not fetched again; changes recorded since are, in any case.
  const { data, isError, refetch } = useTextQuery(textId, { skip: isGone, refetchOnMountOrArgChange: preloadSeconds })
  const { session, open, isClosed } = useSession({ store, userId, textId, kind, pauseMs })
  const live = session && !isEnded(session) ? session : undefined
  useEffect(() => (session ? showSession(textId, session) : undefined), [textId, session])
  const revision = data?.revision
  /** Shows another user's change: opens a session, or refetches the text while unsent changes wait for write access. */
  const follow = () => void (canEdit || !hasUnsent(userId, textId) ? open() : refetch())
  const hear = useEffectEvent((message: Heard) => {
    if (message.kind !== 'change') return onMessage(message)
    if (live) void live.receive(message.data as never)
    else if (revision !== undefined && message.data.revision > revision) follow()
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
  useMissedChanges({ textId, live, store, revision: isHeard ? revision : undefined, follow, refetch })
  const resetPlain = useEffectEvent(() => {
    if (plain === undefined || !data || data.revision > 0 || plain === plainDescription(data.ops)) return
    if (!live) void refetch()
    else if (live.revision() === 0) void live.reload()
  })
  const isLoaded = data !== undefined
  useEffect(() => resetPlain(), [plain, isLoaded])
  // When shown again later, the text is refetched.
  useEffect(() => {
    if (isLoaded) releaseText(textId)
  }, [isLoaded, textId])
  useEffect(() => {
    session?.together(here.here.length + here.more > 1)
  }, [session, here])
  useEffect(() => {
    if (canEdit && hasUnsent(userId, textId)) void open()
    if (!canEdit && session && session.state().status !== 'idle') session.end()
  }, [canEdit, session, userId, textId, open])

  const state = useSyncExternalStore(session?.subscribe ?? never, session?.state ?? (() => none))
  const hasEnded = state.status === 'ended'
  useEffect(() => {
    if (hasEnded && !isGone) void refetch()
  }, [hasEnded, isGone, refetch])
  // The server no longer returns the text of deleted lore: the session has its latest state.
  const hasLatest = live !== undefined || (hasEnded && (isError || isGone))
  const ops: readonly Op[] | undefined = hasLatest ? state.ops : data?.ops
  /** The failed part: the text itself, or the editor. */
  const missing = ops === undefined ? isError && ('text' as const) : isClosed && canEdit && ('writing' as const)
  return { ops, session, state, open, topic, missing, refetch, names: data?.names, revision: revision ?? 0 }
}
