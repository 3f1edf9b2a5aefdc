import { useEffect, useEffectEvent, useState } from 'react'

interface Keys {
  /** A layer covers the editor and handles the keys. */
  isCovered: boolean
  onUndo: () => void
  onRedo: () => void
  onAct: () => void
  onFit: () => void
  onWhole: () => void
  onBrush: (by: number) => void
  onTurnStroke: () => void
  onEscape: () => void
}

const isText = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.matches('textarea, input:not([type=radio], [type=range], [type=checkbox])') || target.isContentEditable)

/** Returns true if Space activates the focused control. Elsewhere, and on the image itself, Space pans the image. */
const isForPressing = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches(':focus-visible') && target.getAttribute('role') !== 'application'

/** Handles the editor's shortcuts; in a text field, only Escape and Ctrl+Enter. Returns true while Space is held to pan. */
export const useKeys = (keys: Keys): boolean => {
  const [isPanning, setPanning] = useState(false)
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (keys.isCovered || event.isComposing) return
    if (event.key === 'Escape') return keys.onEscape()
    const isCommand = event.ctrlKey || event.metaKey
    const run = isCommand ? commandOf(event) : isText(event.target) ? undefined : plainOf(event)
    if (!run) return
    event.preventDefault()
    run()
  })
  const commandOf = (event: KeyboardEvent) => {
    if (event.key === 'Enter') return keys.onAct
    // A text field has its own undo.
    if (isText(event.target) || event.key.toLowerCase() !== 'z') return undefined
    return event.shiftKey ? keys.onRedo : keys.onUndo
  }
  const plainOf = ({ key, code, shiftKey, target }: KeyboardEvent) => {
    if (key === ' ') return isForPressing(target) ? undefined : () => setPanning(true)
    // With Shift the key has another character but the same code.
    if (code === 'BracketLeft' || key === '[') return () => keys.onBrush(shiftKey ? -25 : -5)
    if (code === 'BracketRight' || key === ']') return () => keys.onBrush(shiftKey ? 25 : 5)
    if (key.toLowerCase() === 'x') return keys.onTurnStroke
    if (key === '0') return keys.onFit
    return key === '1' ? keys.onWhole : undefined
  }
  useEffect(() => {
    const down = (event: KeyboardEvent) => press(event)
    const up = ({ key }: KeyboardEvent) => key === ' ' && setPanning(false)
    const leave = () => setPanning(false)
    // Listens in the capture phase, while a dialog over the editor is still open. Otherwise the dialog would handle the
    // key and close first, and the editor would then handle the same key.
    addEventListener('keydown', down, { capture: true })
    addEventListener('keyup', up)
    addEventListener('blur', leave)
    return () => {
      removeEventListener('keydown', down, { capture: true })
      removeEventListener('keyup', up)
      removeEventListener('blur', leave)
    }
  }, [])
  return isPanning
}
