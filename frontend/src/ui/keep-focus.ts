interface Held {
  /** A strong reference to a removed element would retain its whole screen in memory. */
  element: WeakRef<HTMLElement>
  /** Finds the element's re-rendered counterpart; undefined for an element without a label or a link. */
  selector: string | undefined
  /** The row of a tree next to this one, which takes the focus if this one is removed. */
  neighbour: WeakRef<HTMLElement> | null
  path: string
}

const most = 20

const selectorOf = (element: HTMLElement): string | undefined => {
  const name = ['aria-label', 'href'].find((attribute) => element.getAttribute(attribute))
  return name && `${element.localName}[${name}="${CSS.escape(element.getAttribute(name) ?? '')}"]`
}

/**
 * Finds the re-rendered counterpart of a removed element, such as a button replaced by a menu button, or a link of a
 * list that was reopened; for a removed row of a tree, the row next to it.
 */
const counterpartOf = ({ element, selector, neighbour }: Held): HTMLElement | undefined => {
  const held = element.deref()
  if (held?.isConnected) return held
  const same = selector ? document.querySelectorAll<HTMLElement>(selector) : []
  return same.length === 1 ? same[0] : neighbour?.deref()
}

const canHold = (element: HTMLElement) => element.checkVisibility() && !element.matches(':disabled, :disabled *')

/**
 * Restores the focus when its element is removed, as when a dialog closes: to the previous element of this screen,
 * which is the opener, or the menu that contained the opener. Otherwise the focus would fall to the page, and keyboard
 * users would start at the top. A new screen starts at its top. Containers with `data-own-focus` restore the focus
 * themselves when their elements are removed, because these have equal names; a closing dialog still returns it to them.
 */
export const keepFocus = (): (() => void) => {
  let held: Held[] = []
  let current: HTMLElement | undefined

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    current = target.closest('[data-own-focus]') ? undefined : target
    const others = held.filter(({ element }) => element.deref() !== target)
    const row = target.role === 'treeitem' ? (target.nextElementSibling ?? target.previousElementSibling) : null
    const one = {
      element: new WeakRef(target),
      selector: selectorOf(target),
      neighbour: row && new WeakRef(row as HTMLElement),
      path: location.pathname,
    }
    held = [...others, one].slice(-most)
  }
  // A press on the page itself gives up the focus; a press on a dialog's scrim closes the dialog.
  const leave = ({ target }: PointerEvent) => {
    if (target instanceof Element && !target.closest('[data-portal]')) current = undefined
  }
  const goBack = () => {
    if (!current || current.isConnected || document.activeElement !== document.body) return
    current = undefined
    // Elements behind a dialog are inert until it is closed.
    const dialog = [...document.querySelectorAll<HTMLElement>('[aria-modal=true]')].at(-1)
    for (const each of held.toReversed()) {
      const back = each.path === location.pathname ? counterpartOf(each) : undefined
      if (back && canHold(back) && (dialog?.contains(back) ?? true)) return back.focus({ preventScroll: true })
    }
    if (dialog) dialog.focus()
    // The next Tab starts in the screen, not at the sidebar.
    else document.querySelector('main')?.focus({ preventScroll: true })
  }

  /** Returns the focus to a button that its own press disabled, once it is enabled again. */
  const focusEnabled = ({ target }: MutationRecord) =>
    target === current &&
    document.activeElement === document.body &&
    canHold(current) &&
    current.focus({ preventScroll: true })

  const watching = new MutationObserver((records) => {
    goBack()
    for (const record of records) if (record.type === 'attributes') focusEnabled(record)
  })
  watching.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', remember)
  document.addEventListener('pointerdown', leave, { capture: true })
  return () => {
    watching.disconnect()
    document.removeEventListener('focusin', remember)
    document.removeEventListener('pointerdown', leave, { capture: true })
  }
}
