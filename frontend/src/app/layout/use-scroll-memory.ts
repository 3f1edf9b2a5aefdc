import { type RefObject, useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** How far each screen was scrolled, by its path, for as long as this tab lives. */
const places = new Map<string, number>()
/** What does not come back within this was deleted, in milliseconds. */
const patienceMs = 5_000

/**
 * Another screen begins at its top; one that is gone back to, by the browser or by a link that says so (`isBack` in its state),
 * where it was left, as soon as enough of it is there. Whoever scrolls meanwhile goes where they want.
 */
export const useScrollMemory = (content: RefObject<HTMLElement | null>): void => {
  const { pathname, state }: { pathname: string; state: { isBack?: boolean } | null } = useLocation()
  const isBack = useNavigationType() === 'POP' || state?.isBack === true

  useLayoutEffect(() => {
    const main = content.current
    if (!main) return
    const wanted = isBack ? (places.get(pathname) ?? 0) : 0
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
      if (isThere) places.set(pathname, main.scrollTop)
    }
    if (!isThere) watching.observe(main, { childList: true, subtree: true, attributes: true })
    const patience = setTimeout(arrive, patienceMs)
    const hands = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const
    for (const hand of hands) main.addEventListener(hand, arrive, { passive: true })
    main.addEventListener('scroll', note, { passive: true })
    return () => {
      arrive()
      clearTimeout(patience)
      for (const hand of hands) main.removeEventListener(hand, arrive)
      main.removeEventListener('scroll', note)
    }
  }, [pathname])
}
