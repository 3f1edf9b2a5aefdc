import { configureStore } from '@reduxjs/toolkit'
import { api, forgetDone } from '../base/api.ts'
import type { Realtime } from './events.ts'
import { refetch } from './follow.ts'

/** Creates the store. `follow` reads `realtime` from its extra argument. */
export const createAppStore = (realtime: Realtime) => {
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: { realtime } }, serializableCheck: false, immutableCheck: false }).concat(
        api.middleware,
      ),
    // Batches by timer instead of animation frame: background tabs get no frames, and starting tabs get them late.
    enhancers: (defaults) => defaults({ autoBatch: { type: 'timer', timeout: 10 } }),
  })
  const refetchAll = () => {
    for (const query of Object.values(store.getState()[api.reducerPath].queries)) {
      if (!query?.endpointName) continue
      const { endpointName, originalArgs } = query
      const again = () => store.dispatch(refetch(endpointName, originalArgs) as never)
      // RTK Query drops a refetch of a pending query, whose response may predate the event.
      const pending = store.dispatch(api.util.getRunningQueryThunk(endpointName as never, originalArgs as never))
      if (pending) void (pending as Promise<unknown>).then(again)
      else again()
    }
  }
  // Never unsubscribed: stream and store live as long as the tab.
  realtime.logReplaced$.subscribe(() => {
    forgetDone()
    refetchAll()
  })
  realtime.rightsChanged$.subscribe(refetchAll)
  // This also refetches the server's version, for which the banner offers a reload.
  realtime.unknown$.subscribe(refetchAll)
  return store
}

export type AppStore = ReturnType<typeof createAppStore>
