import { type ComponentType, lazy } from 'react'

/** Until what is rendered now is painted; a tab in the background paints nothing. */
const painted = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, 500)
  })

/** A part of a screen that nobody reads first: its files come after the words, which would wait for them otherwise. */
export const late = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    await painted()
    return { default: await load() }
  })
