import { type ComponentType, lazy } from 'react'

/**
 * Resolves once the current render is painted and the browser is idle, or after half a second: a background tab paints
 * nothing.
 */
const whenPainted = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no idle callbacks.
    const whenIdle = () => ('requestIdleCallback' in globalThis ? requestIdleCallback(() => resolve()) : resolve())
    requestAnimationFrame(() => setTimeout(whenIdle))
    setTimeout(resolve, 500)
  })

/** A secondary part of a screen, whose files load after the primary content. */
export const late = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    await whenPainted()
    return { default: await load() }
  })
