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
  })

export type AppStore = ReturnType<typeof createAppStore>
