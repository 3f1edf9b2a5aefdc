import { type RefObject, useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Scroll positions by element and path, as long as the tab lives. */
const positions = new Map<string, number>()
/** Content that has not reappeared within this time was deleted, in milliseconds. */
const restoreTimeoutMs = 5_000

/**
 * Scrolls an element of a new screen to its top, and that of a revisited one (by the browser, or by a link with `isBack` in its state) to its
 * last position, as soon as its content is tall enough. A scroll by the user cancels this. `name` distinguishes the elements of one screen.
 */
export const useScrollMemory = (content: RefObject<HTMLElement | null>, name: 'screen' | 'folder'): void => {
  const { pathname, state }: { pathname: string; state: { isBack?: boolean } | null } = useLocation()
  const isBack = useNavigationType() === 'POP' || state?.isBack === true

  useLayoutEffect(() => {
    const main = content.current
    if (!main) return
    const key = `${name} ${pathname}`
    const wanted = isBack ? (positions.get(key) ?? 0) : 0
    main.scrollTo(0, wanted)
    let isThere = main.scrollTop >= wanted
    const watching = new MutationObserver(() => {
      if (isThere) return
      main.scrollTo(0, wanted)
      if (main.scrollTop >= wanted) arrive()
    })
    const arrive = () => {
      isThere = true
      watching.disconnect()
    }
    const note = () => {
      if (isThere) positions.set(key, main.scrollTop)
    }
    if (!isThere) watching.observe(main, { childList: true, subtree: true, attributes: true })
    const timeout = setTimeout(arrive, restoreTimeoutMs)
    const hands = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const
    for (const hand of hands) main.addEventListener(hand, arrive, { passive: true })
    main.addEventListener('scroll', note, { passive: true })
    return () => {
      arrive()
      clearTimeout(timeout)
      for (const hand of hands) main.removeEventListener(hand, arrive)
      main.removeEventListener('scroll', note)
    }
  }, [pathname, name])
}
