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
import { createHistory, type History } from './history.ts'
import { type FeedItem, isSight, type Message } from './messages.ts'
import { readMessage } from './read-message.ts'

type Socket = Observable<unknown> & { next?: (message: unknown) => void }

/** `idle`: nobody is signed in. `down`: the connection is lost and is being tried again. */
export type RealtimeStatus = 'idle' | 'connecting' | 'open' | 'down'

export interface RealtimeDeps {
  /** One socket: emits each message as parsed JSON, sends what is given to `next`; completes or errors when it closes. `query` is what follows `?`. */
  open: (query: string) => Socket
  /** Emits once when it is time to draw what has arrived. */
  frame: () => Observable<unknown>
  /** Emits once when the n-th attempt (from 1) should be made. */
  wait: (attempt: number) => Observable<unknown>
  /** Whether this build knows events of a type. */
  knows?: (type: string) => boolean
}

/** The tab's one stream of everything this user may see. */
export interface Realtime {
  /** Begins after a position: that of the first answer this user got. Starting again for the same user does nothing. */
  start(userId: string, after: string): void
  stop(): void
  /** What has come after a position, or undefined when that is further back than is remembered (refetch then). Nothing before `start`. */
  after(position: string, last?: string): FeedItem[] | undefined
  /** Emits, at most once a frame, when followers should look at `after`. */
  changed$: Observable<void>
  /** Everything that comes, as it comes. */
  items$: Observable<FeedItem>
  status$: Observable<RealtimeStatus>
  /** The server has ended this session. */
  ended$: Observable<void>
  /** The server has another log than the one that this tab knows: everything is to be asked for again. */
  anew$: Observable<void>
  /** This user joined a campaign or has another role there: earlier events were not sent, so that cached answers have to be fetched again. */
  rightsChanged$: Observable<void>
  /** Something happened that only a newer version knows: what is on screen cannot be brought forward, only asked for again. Every few seconds at most. */
  unknown$: Observable<void>
  /** Emits once, some seconds from now: when what found no answer may be asked for again. */
  aWhile(): Observable<unknown>
  /** What the server says that is none of the feed, as it came. */
  others$: Observable<unknown>
  /** Says something to the server; lost where there is no connection. */
  say(message: unknown): void
  /** For admins: `others$` with every event of or by a user, while subscribed. */
  watch(userId: string): Observable<unknown>
}

const remembered = 1_000
const changesRights: readonly FeedItem['type'][] = ['MemberJoined', 'MemberRoleChanged']
/** The attempt that is made after two to four seconds. */
const fewSeconds = 4
const firstMessageMs = 15_000
/** Heartbeats come every 15 s; two missed ones mean that nobody is there. */
const silenceMs = 35_000

const heldIn = ({ seen, last }: History): string => `after=${seen}${last ? `&last=${last}` : ''}`

export const createRealtime = ({ open, frame, wait, knows = () => true }: RealtimeDeps): Realtime => {
  const status = new BehaviorSubject<RealtimeStatus>('idle')
  const stream = new BehaviorSubject<{ userId: string; history: History } | undefined>(undefined)
  const watched = new BehaviorSubject<string | undefined>(undefined)
  const news = new Subject<void>()
  const items = new Subject<FeedItem>()
  const ended = new Subject<void>()
  const anew = new Subject<void>()
  const rightsChanged = new Subject<void>()
  const others = new Subject<unknown>()
  let socket: Socket | undefined
  const unknown = new Subject<void>()

  const take: { [Kind in Message['kind']]: (message: Extract<Message, { kind: Kind }>, history: History) => void } = {
    hello(message, history) {
      status.next('open')
      if (!message.anew) return
      history.begin(message.position)
      anew.next()
    },
    feed({ item }, history) {
      if (!history.add(item)) return
      items.next(item)
      news.next()
      if (changesRights.includes(item.type) && 'userId' in item.data && item.data.userId === stream.value?.userId)
        rightsChanged.next()
      if (!isSight(item) && !knows(item.type)) unknown.next()
    },
    ended: () => ended.next(),
    other: ({ raw }) => others.next(raw),
  }

  const connection = (history: History, watch: string | undefined) =>
    defer(() => {
      socket = open(heldIn(history) + (watch ? `&watch=${watch}` : ''))
      return socket
    }).pipe(
      timeout({ first: firstMessageMs, each: silenceMs }),
      // A socket never ends by itself; whoever closed it, the stream goes on with another.
      concatWith(throwError(() => new Error('The realtime connection was closed'))),
      map(readMessage),
      tap((message) => (take[message.kind] as (message: Message, history: History) => void)(message, history)),
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
      stream.next({ userId, history: createHistory(after, remembered) })
      news.next()
    },
    stop() {
      if (!stream.value) return
      stream.next(undefined)
      watched.next(undefined)
      status.next('idle')
    },
    after: (position, last) => (stream.value ? stream.value.history.after(position, last) : []),
    items$: items,
    changed$: news.pipe(audit(frame), share()),
    status$: status,
    ended$: ended,
    anew$: anew,
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
