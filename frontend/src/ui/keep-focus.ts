interface Held {
  element: HTMLElement
  path: string
}

const most = 20

/** The same thing drawn anew, as a button that is exchanged for one with a menu, or a link of a list that is come back to. */
const standsFor = (element: HTMLElement): HTMLElement | undefined => {
  if (element.isConnected) return element
  const name = ['aria-label', 'href'].find((attribute) => element.getAttribute(attribute))
  if (!name) return undefined
  const value = CSS.escape(element.getAttribute(name) ?? '')
  const same = document.querySelectorAll<HTMLElement>(`${element.localName}[${name}="${value}"]`)
  return same.length === 1 ? same[0] : undefined
}

const canHold = (element: HTMLElement) => element.checkVisibility() && !element.matches(':disabled, :disabled *')

/**
 * When what has the focus goes, as a dialog does that is closed, the focus goes back to what had it before on this screen: to its
 * opener, or to the menu that its opener was in. Left alone it would fall to the page, and who has no mouse would begin at the
 * top. Another screen begins anew. What has `data-own-focus` says itself where the focus goes from it: two of its kind have things of one name.
 */
export const keepFocus = (): (() => void) => {
  let held: Held[] = []
  let current: HTMLElement | undefined

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target.closest('[data-own-focus]')) return
    current = target
    const others = held.filter(({ element }) => element !== target)
    held = [...others, { element: target, path: location.pathname }].slice(-most)
  }
  // Who presses on the page itself leaves what had the focus; the scrim of a dialog closes it.
  const leave = ({ target }: PointerEvent) => {
    if (target instanceof Element && !target.closest('[data-portal]')) current = undefined
  }
  const goBack = () => {
    if (!current || current.isConnected || document.activeElement !== document.body) return
    current = undefined
    const left = held.at(-1)?.path
    // What lies behind a dialog has to wait until that is closed.
    const dialog = [...document.querySelectorAll<HTMLElement>('[aria-modal=true]')].at(-1)
    for (const { element, path } of held.toReversed()) {
      const back = path === location.pathname ? standsFor(element) : undefined
      if (back && canHold(back) && (dialog?.contains(back) ?? true)) return back.focus({ preventScroll: true })
    }
    if (dialog) dialog.focus()
    // The link that led to another screen is gone with its own: the next Tab begins in this one, not at the sidebar.
    else if (left !== location.pathname) document.querySelector('main')?.focus({ preventScroll: true })
  }

  const watching = new MutationObserver(goBack)
  watching.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', remember)
  document.addEventListener('pointerdown', leave, { capture: true })
  return () => {
    watching.disconnect()
    document.removeEventListener('focusin', remember)
    document.removeEventListener('pointerdown', leave, { capture: true })
  }
}
