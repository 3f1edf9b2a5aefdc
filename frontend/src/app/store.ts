import { configureStore } from '@reduxjs/toolkit'
import type { Realtime } from '../realtime/events.ts'
import { api } from './api.ts'

/** `realtime` is what `follow` reads. */
export const createAppStore = (realtime: Realtime) =>
  configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: { realtime } }, serializableCheck: false, immutableCheck: false }).concat(
        api.middleware,
      ),
    // Not with the next frame, as is the default: a tab in the background has none, and one that starts has them late.
    enhancers: (defaults) => defaults({ autoBatch: { type: 'timer', timeout: 10 } }),
  })

export type AppStore = ReturnType<typeof createAppStore>
