import { useEffect, useEffectEvent, useState } from 'react'

interface Keys {
  /** Something lies over the editor and has the keys. */
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

/** Space presses what the keyboard stands on; elsewhere, and on the picture, it is for moving it. */
const isForPressing = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches(':focus-visible') && target.getAttribute('role') !== 'application'

/** The keys of the editor; in a text field letters are letters. Answers whether the space bar is held. */
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
    // A field takes back its own words.
    if (isText(event.target) || event.key.toLowerCase() !== 'z') return undefined
    return event.shiftKey ? keys.onRedo : keys.onUndo
  }
  const plainOf = ({ key, code, shiftKey, target }: KeyboardEvent) => {
    if (key === ' ') return isForPressing(target) ? undefined : () => setPanning(true)
    // With Shift the key says something else, and stands where it stood.
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
    // Before a dialog over the editor hears the key that closes it: the editor would take it for its own.
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
