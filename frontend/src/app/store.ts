import { configureStore } from '@reduxjs/toolkit'
import type { Realtime } from '../realtime/events.ts'
import { refetch } from '../realtime/follow.ts'
import { api, forgetDone } from './api.ts'

/** `realtime` is what `follow` reads. */
export const createAppStore = (realtime: Realtime) => {
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: { realtime } }, serializableCheck: false, immutableCheck: false }).concat(
        api.middleware,
      ),
    // Not with the next frame, as is the default: a tab in the background has none, and one that starts has them late.
    enhancers: (defaults) => defaults({ autoBatch: { type: 'timer', timeout: 10 } }),
  })
  const askAgain = () => {
    for (const query of Object.values(store.getState()[api.reducerPath].queries)) {
      if (!query?.endpointName) continue
      const { endpointName, originalArgs } = query
      const again = () => store.dispatch(refetch(endpointName, originalArgs) as never)
      // RTK Query drops a refetch of a pending query, whose answer may be of before.
      const pending = store.dispatch(api.util.getRunningQueryThunk(endpointName as never, originalArgs as never))
      if (pending) void (pending as Promise<unknown>).then(again)
      else again()
    }
  }
  // For as long as the tab lives, as the two of them do.
  realtime.logReplaced$.subscribe(() => {
    forgetDone()
    askAgain()
  })
  realtime.rightsChanged$.subscribe(askAgain)
  // The server's version is asked for as well, and the banner then offers to reload.
  realtime.unknown$.subscribe(askAgain)
  return store
}

export type AppStore = ReturnType<typeof createAppStore>
