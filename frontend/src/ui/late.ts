import { type ComponentType, lazy } from 'react'

/** Until what is rendered now is painted and nothing waits to be rendered after it, or half a second: a tab in the background paints nothing. */
const painted = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no idle moments.
    const whenIdle = () => ('requestIdleCallback' in globalThis ? requestIdleCallback(() => resolve()) : resolve())
    requestAnimationFrame(() => setTimeout(whenIdle))
    setTimeout(resolve, 500)
  })

/** A part of a screen that nobody reads first: its files come after the words, which would wait for them otherwise. */
export const late = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    await painted()
    return { default: await load() }
  })
