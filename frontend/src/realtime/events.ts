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
import type { AdminEvent } from '#domain/me.ts'
import { createHistory, type History } from './history.ts'
import { type FeedItem, type Message, readMessage } from './messages.ts'

/** `idle`: nobody is signed in. `down`: the connection is lost and is being tried again. */
export type RealtimeStatus = 'idle' | 'connecting' | 'open' | 'down'

export interface RealtimeDeps {
  /** One socket: emits each message as parsed JSON; completes or errors when it closes. `query` is what follows `?`. */
  open: (query: string) => Observable<unknown>
  /** Emits once when it is time to draw what has arrived. */
  frame: () => Observable<unknown>
  /** Emits once when the n-th attempt (from 1) should be made. */
  wait: (attempt: number) => Observable<unknown>
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
  status$: Observable<RealtimeStatus>
  /** The server has ended this session. */
  ended$: Observable<void>
  /** Emits once, some seconds from now: when what found no answer may be asked for again. */
  aWhile(): Observable<unknown>
  /** For admins: every event of or by a user, while subscribed. */
  watch(userId: string): Observable<AdminEvent>
}

const remembered = 1_000
/** The attempt that is made after two to four seconds. */
const fewSeconds = 4
const firstMessageMs = 15_000
/** Heartbeats come every 15 s; two missed ones mean that nobody is there. */
const silenceMs = 35_000

export const createRealtime = ({ open, frame, wait }: RealtimeDeps): Realtime => {
  const status = new BehaviorSubject<RealtimeStatus>('idle')
  const stream = new BehaviorSubject<{ userId: string; history: History } | undefined>(undefined)
  const watched = new BehaviorSubject<string | undefined>(undefined)
  const news = new Subject<void>()
  const ended = new Subject<void>()
  const audit$ = new Subject<AdminEvent>()

  const take: Record<Message['kind'], (message: Message, history: History) => void> = {
    hello: () => status.next('open'),
    feed: (message, history) => message.kind === 'feed' && history.add(message.item) && news.next(),
    watched: (message) => message.kind === 'watched' && audit$.next(message.event),
    ended: () => ended.next(),
    other: () => undefined,
  }

  const connection = (history: History, watch: string | undefined) =>
    defer(() => open(`after=${history.seen}${watch ? `&watch=${watch}` : ''}`)).pipe(
      timeout({ first: firstMessageMs, each: silenceMs }),
      // A socket never ends by itself; whoever closed it, the stream goes on with another.
      concatWith(throwError(() => new Error('The realtime connection was closed'))),
      map(readMessage),
      tap((message) => take[message.kind](message, history)),
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
    changed$: news.pipe(audit(frame), share()),
    status$: status,
    ended$: ended,
    aWhile: () => wait(fewSeconds),
    watch: (userId) =>
      merge(
        audit$,
        defer(() => {
          watched.next(userId)
          return NEVER
        }),
      ).pipe(finalize(() => watched.value === userId && watched.next(undefined))),
  }
}
