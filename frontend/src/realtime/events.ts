import {
  audit,
  BehaviorSubject,
  combineLatest,
  concatWith,
  defer,
  finalize,
  map,
  merge,
  NEVER,
  type Observable,
  retry,
  Subject,
  share,
  switchMap,
  takeWhile,
  tap,
  throwError,
  timeout,
} from 'rxjs'
import { z } from 'zod'
import { Envelope } from '#domain/metadata.ts'
import type { StoredEvent } from './event-types.ts'
import { createHistory, type History } from './history.ts'
import { type FeedItem, isVisibilityChange, type Message, visibilityChangeTypes } from './messages.ts'

type Socket = Observable<unknown> & { next?: (message: unknown) => void }

/** `idle`: no user is signed in. `down`: the connection is lost and is being retried. */
export type RealtimeStatus = 'idle' | 'connecting' | 'open' | 'down'

export interface RealtimeDeps {
  /**
   * Opens a socket that emits each message as parsed JSON and sends values passed to `next`; it completes or errors
   * when the connection closes. `query` is the part of the URL after `?`.
   */
  open: (query: string) => Socket
  /** Emits once when the screen should render the events received so far. */
  frame: () => Observable<unknown>
  /** Emits once when the n-th attempt (from 1) should be made. */
  wait: (attempt: number) => Observable<unknown>
  /** Returns true if this build handles events of a type. */
  knows?: (type: string) => boolean
}

/** The tab's single stream of all events that this user may see. */
export interface Realtime {
  /**
   * Starts after a position, which is that of the user's first response. A second start for the same user has no
   * effect.
   */
  start(userId: string, after: string): void
  stop(): void
  /**
   * Returns the items after a position, or undefined if the position is older than the retained history (refetch then).
   * Empty before `start`.
   */
  after(position: string, last?: string): FeedItem[] | undefined
  /** Emits, at most once per frame, when followers should read `after`. */
  changed$: Observable<void>
  /** Every item as it arrives. */
  items$: Observable<FeedItem>
  status$: Observable<RealtimeStatus>
  /** The server has ended this session. */
  ended$: Observable<void>
  /** The server's log is not the one that this tab has read: every cached answer must be refetched. */
  logReplaced$: Observable<void>
  /**
   * This user joined a campaign or has another role there. Earlier events were not sent, so cached answers must be
   * refetched.
   */
  rightsChanged$: Observable<void>
  /**
   * An event arrived whose type only a newer build handles: cached answers cannot be updated and must be refetched.
   * Emits every few seconds at most.
   */
  unknown$: Observable<void>
  /** Emits once after a few seconds, when a failed request may be repeated. */
  aWhile(): Observable<unknown>
  /** Messages of the server outside the feed, unparsed. */
  others$: Observable<unknown>
  /** Sends a message to the server; it is lost without a connection. */
  say(message: unknown): void
  /** For admins: `others$` including every event of or by a user, while subscribed. */
  watch(userId: string): Observable<unknown>
}

const historyLimit = 1_000
const changesRights: readonly FeedItem['type'][] = ['MemberJoined', 'MemberRoleChanged']
/** The attempt number whose delay is two to four seconds. */
const fewSeconds = 4
const firstMessageMs = 15_000
/** Heartbeats arrive every 15 s; two missed ones mean that the connection is dead. */
const silenceMs = 35_000

const resumeQuery = ({ seen, last }: History): string => `after=${seen}${last ? `&last=${last}` : ''}`

export const createRealtime = ({ open, frame, wait, knows = () => true }: RealtimeDeps): Realtime => {
  const status = new BehaviorSubject<RealtimeStatus>('idle')
  const stream = new BehaviorSubject<{ userId: string; history: History } | undefined>(undefined)
  const watched = new BehaviorSubject<string | undefined>(undefined)
  const changes = new Subject<void>()
  const items = new Subject<FeedItem>()
  const ended = new Subject<void>()
  const logReplaced = new Subject<void>()
  const rightsChanged = new Subject<void>()
  const others = new Subject<unknown>()
  let socket: Socket | undefined
  const unknown = new Subject<void>()

  const handlers: { [Kind in Message['kind']]: (message: Extract<Message, { kind: Kind }>, history: History) => void } =
    {
      hello(message, history) {
        status.next('open')
        if (!message.isNewLog) return
        history.begin(message.position)
        logReplaced.next()
      },
      feed({ item }, history) {
        if (!history.add(item)) return
        items.next(item)
        changes.next()
        if (changesRights.includes(item.type) && 'userId' in item.data && item.data.userId === stream.value?.userId)
          rightsChanged.next()
        if (!isVisibilityChange(item) && !knows(item.type)) unknown.next()
      },
      ended: () => ended.next(),
      other: ({ raw }) => others.next(raw),
    }

  const connection = (history: History, watch: string | undefined) =>
    defer(() => {
      socket = open(resumeQuery(history) + (watch ? `&watch=${watch}` : ''))
      return socket
    }).pipe(
      timeout({ first: firstMessageMs, each: silenceMs }),
      // The socket must never end the stream, whichever side closed it: `retry` opens another one.
      concatWith(throwError(() => new Error('The realtime connection was closed'))),
      map(parseMessage),
      tap((message) => (handlers[message.kind] as (message: Message, history: History) => void)(message, history)),
      takeWhile(({ kind }) => kind !== 'ended'),
      retry({
        resetOnSuccess: true,
        delay: (_error, attempt) => {
          status.next('down')
          return wait(attempt)
        },
      }),
    )

  const running = combineLatest([stream, watched]).pipe(
    switchMap(([current, watch]) => (current ? connection(current.history, watch) : NEVER)),
  )
  running.subscribe()

  return {
    start(userId, after) {
      if (stream.value?.userId === userId) return
      status.next('connecting')
      stream.next({ userId, history: createHistory(after, historyLimit) })
      changes.next()
    },
    stop() {
      if (!stream.value) return
      stream.next(undefined)
      watched.next(undefined)
      status.next('idle')
    },
    after: (position, last) => (stream.value ? stream.value.history.after(position, last) : []),
    items$: items,
    changed$: changes.pipe(audit(frame), share()),
    status$: status,
    ended$: ended,
    logReplaced$: logReplaced,
    rightsChanged$: rightsChanged,
    others$: others,
    say: (message) => status.value === 'open' && socket?.next?.(message),
    unknown$: unknown.pipe(audit(() => wait(fewSeconds))),
    aWhile: () => wait(fewSeconds),
    watch: (userId) =>
      merge(
        others,
        defer(() => {
          watched.next(userId)
          return NEVER
        }),
      ).pipe(finalize(() => watched.value === userId && watched.next(undefined))),
  }
}

const VisibilityChange = z.object({
  type: z.enum(['ItemGone', 'ItemShown']),
  position: z.string(),
  data: z.object({ id: z.string() }),
})

const Hello = z.object({
  type: z.literal('Hello'),
  data: z.object({ position: z.string(), userId: z.string(), anew: z.boolean().default(false) }),
})

/** Parses a stored event. Event types of a newer server are passed on as well: no reader handles them. */
const stored = (raw: unknown) => Envelope.parse(raw) as StoredEvent

/**
 * Parses one message of the socket. A message outside the feed is passed on unparsed: a newer server may send unknown
 * messages.
 */
const parseMessage = (raw: unknown): Message => {
  const type = typeof raw === 'object' && raw !== null && 'type' in raw ? raw.type : undefined
  if (type === 'Hello') {
    const { position, userId, anew: isNewLog } = Hello.parse(raw).data
    return { kind: 'hello', position, userId, isNewLog }
  }
  if (type === 'SessionEnded') return { kind: 'ended' }
  if (typeof raw === 'object' && raw !== null && 'position' in raw)
    return { kind: 'feed', item: visibilityChangeTypes.has(String(type)) ? VisibilityChange.parse(raw) : stored(raw) }
  return { kind: 'other', raw }
}
