import { BehaviorSubject, Observable, Subject } from 'rxjs'
import type { Realtime, RealtimeStatus } from './events.ts'
import type { FeedItem } from './messages.ts'

/**
 * A stream whose code is loaded on `start`, after the first response, so that no screen waits for the socket or the
 * message schemas. The stream resumes after that response's position, so no event is lost while it loads. `load`
 * retries by itself.
 */
export const createLateRealtime = (load: () => Promise<Realtime>): Realtime => {
  const status = new BehaviorSubject<RealtimeStatus>('idle')
  const items = new Subject<FeedItem>()
  const others = new Subject<unknown>()
  const changed = new Subject<void>()
  const ended = new Subject<void>()
  const logReplaced = new Subject<void>()
  const rightsChanged = new Subject<void>()
  const unknown = new Subject<void>()
  let stream: { userId: string; after: string } | undefined
  let loaded: Realtime | undefined
  let loading: Promise<Realtime> | undefined

  const connect = (realtime: Realtime) => {
    realtime.items$.subscribe(items)
    realtime.others$.subscribe(others)
    realtime.changed$.subscribe(changed)
    realtime.ended$.subscribe(ended)
    realtime.logReplaced$.subscribe(logReplaced)
    realtime.rightsChanged$.subscribe(rightsChanged)
    realtime.unknown$.subscribe(unknown)
    loaded = realtime
    if (stream) realtime.start(stream.userId, stream.after)
    realtime.status$.subscribe(status)
    return realtime
  }
  const whenLoaded = (): Promise<Realtime> => {
    loading ??= load().then(connect)
    return loading
  }
  /** Creates an observable of the loaded stream, subscribed to once the stream is loaded. */
  const fromLoaded = (select: (realtime: Realtime) => Observable<unknown>) =>
    new Observable<unknown>((subscriber) => {
      if (loaded) return select(loaded).subscribe(subscriber)
      void whenLoaded().then((realtime) => {
        if (!subscriber.closed) subscriber.add(select(realtime).subscribe(subscriber))
      })
      return undefined
    })

  return {
    start(userId, after) {
      if (stream?.userId === userId) return
      stream = { userId, after }
      if (loaded) return loaded.start(userId, after)
      status.next('connecting')
      void whenLoaded()
    },
    stop() {
      if (!stream) return
      stream = undefined
      if (loaded) loaded.stop()
      else status.next('idle')
    },
    // Nothing arrives until the stream is loaded. Followers are notified once it starts.
    after: (position, last) => (loaded ? loaded.after(position, last) : []),
    items$: items,
    changed$: changed,
    status$: status,
    ended$: ended,
    logReplaced$: logReplaced,
    rightsChanged$: rightsChanged,
    unknown$: unknown,
    others$: others,
    aWhile: () => fromLoaded((realtime) => realtime.aWhile()),
    say: (message) => loaded?.say(message),
    watch: (userId) => fromLoaded((realtime) => realtime.watch(userId)),
  }
}
