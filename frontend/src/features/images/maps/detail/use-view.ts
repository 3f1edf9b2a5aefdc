import { useSyncExternalStore } from 'react'
import type { View, Viewport } from '../../../../ui/viewport.ts'

/** Where a stage is looked at, for what is drawn by React beside it. */
export const useView = (viewport: Viewport): View => useSyncExternalStore(viewport.listen, viewport.get)
