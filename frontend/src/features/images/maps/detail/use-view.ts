import { useSyncExternalStore } from 'react'
import type { View, Viewport } from '../../../../ui/viewport.ts'

/** Subscribes a React component to a stage's view. */
export const useView = (viewport: Viewport): View => useSyncExternalStore(viewport.listen, viewport.get)
