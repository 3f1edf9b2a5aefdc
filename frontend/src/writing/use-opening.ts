import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Op } from '#domain/text-ops.ts'
import { reloadThisTab } from '../base/stale-tab.ts'
import { clipOf, takeInputForText } from '../ui/early-keys.ts'
import { paragraphIn, type ShownStretch, type Stretch, selectedIn, stretchBetween } from './reading/place-in.ts'
import { isWritingKey, typedEarly } from './typed-early.ts'

/** Where writing begins: what was selected in the text, as it was shown, or one of its ends. */
export type Start = ShownStretch | 'start' | 'end'

interface Options {
  textId: string
  /** The text while it is only read. */
  page: RefObject<HTMLDivElement | null>
  /** As it is shown; undefined until it has come. */
  ops: readonly Op[] | undefined
  canEdit: boolean
  /** Loads the editor and the text's session. Resolves with whether both are there. */
  load: () => Promise<boolean>
}

/** The letter at a point of the window, in pixels. */
const stretchAt = (page: HTMLElement | null, x: number, y: number): Stretch | undefined => {
  const caret = document.caretPositionFromPoint?.(x, y)
  const point = caret ? { node: caret.offsetNode, offset: caret.offset } : undefined
  return point && stretchBetween(page, point, point)
}

/** A pointer that moves this far while it is pressed selects, in pixels. */
const dragDistance = 4

/** Returns anchor and focus of the selection, to detect whether a press changes it. */
const readSelectionEnds = () => {
  const selection = document.getSelection()
  return [selection?.anchorNode, selection?.anchorOffset, selection?.focusNode, selection?.focusOffset]
}

/**
 * Opens the editor of a text that is read. Keys, pastes and drops before its arrival are stored for it, and it begins with what is selected when it
 * comes: the word of a double click, a selection that was dragged, or the caret.
 */
export const useOpening = ({ textId, page, ops, canEdit, load }: Options) => {
  const [start, setStart] = useState<Start>()
  const isOpening = useRef(false)
  /** Where writing is to begin once the text and the editor have come: the last press before the first key decides. */
  const requested = useRef<Start>(undefined)
  /** While a pointer is down on the text: what it selects is not known yet. */
  const pressed = useRef<PromiseWithResolvers<void>>(undefined)
  /** The ends of the selection when the pointer was last pressed. */
  const selectionAtPress = useRef<ReturnType<typeof readSelectionEnds>>([])
  /** The pointer moved during the last press. */
  const wasDragged = useRef(false)
  const dropped = useRef<readonly File[]>([])
  const early = useMemo(() => typedEarly(sessionStorage, textId), [textId])
  const hearing = useRef<AbortController>(undefined)
  /** A key was pressed since the last press of the pointer: what that selected is written over. */
  const hasTyped = useRef(false)
  /** The editor could not be loaded. Keystrokes until it is loaded are stored and replayed. */
  const failed = useRef<{ at: Start | undefined }>(undefined)
  useEffect(() => () => hearing.current?.abort(), [])

  const paste = ({ clipboardData }: Pick<ClipboardEvent, 'clipboardData'>) => {
    if (!clipboardData) return
    hasTyped.current = true
    early.add(clipOf(clipboardData))
  }
  const writeWhereItFailed = () => {
    const at = failed.current?.at
    if (typeof at === 'object') early.beginAt(at)
  }
  /** Hears keys and pastes until the editor has the focus: until then it is on the text that is read, or on nothing. */
  const hearEarly = () => {
    hearing.current?.abort()
    const stop = new AbortController()
    hearing.current = stop
    const isHere = ({ target }: Event) =>
      (target === document.body && !failed.current) || page.current?.contains(target as Node) === true
    const options = { capture: true, signal: stop.signal }
    const onKey = (event: KeyboardEvent) => {
      if (!isHere(event) || isSearch(event)) return
      const isFirst = !early.isWaiting()
      if (!early.hear(event)) return
      if (isFirst) writeWhereItFailed()
      hasTyped.current = true
      event.preventDefault()
      event.stopPropagation()
    }
    const onPaste = (event: ClipboardEvent) => {
      if (!isHere(event)) return
      event.preventDefault()
      event.stopPropagation()
      const isFirst = !early.isWaiting()
      paste(event)
      if (isFirst) writeWhereItFailed()
    }
    document.addEventListener('keydown', onKey, options)
    document.addEventListener('paste', onPaste, options)
  }
  /** A selection of at least one character; of a triple click, its paragraph. */
  const findSelected = (isTriple = false): ShownStretch | undefined => {
    const stretch = (isTriple && paragraphIn(page.current)) || selectedIn(page.current)
    const isSelected = stretch && (stretch.length > 0 || (stretch.cell?.length ?? 0) > 0)
    return isSelected && ops ? { stretch, over: ops } : undefined
  }
  /**
   * Returns true if the last press made the selection. The browser collapses a clicked selection only after the click
   * event, so comparing recognises such a click. A drag may select the same characters again.
   */
  const hasPressSelected = () =>
    wasDragged.current || readSelectionEnds().some((end, n) => end !== selectionAtPress.current[n])
  /** Ctrl+K makes a link of a selection, and otherwise searches. */
  const isSearch = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
    key.toLowerCase() === 'k' && ctrlKey !== metaKey && (hasTyped.current || !findSelected())
  /** Moves the caret that the editor is going to have. Keys pressed before this press are written where the caret was then. */
  const moveTo = (at: Start | undefined) => {
    if (!at || !isOpening.current) return
    hasTyped.current = false
    if (!early.isWaiting()) requested.current = at
    else if (typeof at !== 'string') early.move(at)
  }
  const moveToSelected = useEffectEvent(() => moveTo(hasPressSelected() ? findSelected() : undefined))
  /** Resolves with whether there is something to write with. */
  const begin = async (at: Start): Promise<boolean> => {
    moveTo(at)
    if (start !== undefined || isOpening.current || !canEdit) return true
    if (failed.current && typeof at !== 'string' && early.isWaiting()) early.move(at)
    requested.current = at
    failed.current = undefined
    hearEarly()
    if (!ops) return true
    isOpening.current = true
    const hasCome = await load()
    while (pressed.current) await pressed.current.promise
    isOpening.current = false
    // At once: a press between this and the first frame of the editor would be on a text that is replaced under it.
    if (hasCome) flushSync(() => setStart(requested.current))
    else {
      failed.current = { at: requested.current }
      if (early.isWaiting()) writeWhereItFailed()
    }
    requested.current = undefined
    return hasCome
  }
  const beginAt = (x: number, y: number, clicks?: number) => {
    const stretch = stretchAt(page.current, x, y)
    const selected = clicks === 1 && !hasPressSelected() ? undefined : findSelected(clicks !== undefined && clicks >= 3)
    void begin(selected ?? (stretch && ops ? { stretch, over: ops } : 'end'))
  }
  // A browser does not retry a module that failed to load: the page must be reloaded.
  const beginAgain = async () => {
    early.wait()
    if (!(await begin('end'))) await reloadThisTab()
  }
  const goOn = useEffectEvent(() => {
    const at = requested.current ?? (early.isWaiting() ? 'end' : undefined)
    if (at !== undefined) void begin(at)
  })
  const isOpenable = canEdit && ops !== undefined
  useEffect(() => {
    if (isOpenable) goOn()
  }, [isOpenable])

  const onPointerDown = ({ button, clientX, clientY }: Pick<PointerEvent, 'button' | 'clientX' | 'clientY'>) => {
    const press = Promise.withResolvers<void>()
    pressed.current = press
    selectionAtPress.current = readSelectionEnds()
    wasDragged.current = false
    const release = ({ type, clientX: x, clientY: y }: PointerEvent) => {
      wasDragged.current = type === 'pointerup' && Math.hypot(x - clientX, y - clientY) >= dragDistance
      document.removeEventListener('pointerup', release)
      document.removeEventListener('pointercancel', release)
      // A drag that ends elsewhere has no click. At once: the next key writes over what it selected.
      if (type === 'pointerup' && button === 0) moveToSelected()
      // After the click that ends the press.
      setTimeout(() => {
        if (pressed.current === press) pressed.current = undefined
        press.resolve()
      })
    }
    document.addEventListener('pointerup', release)
    document.addEventListener('pointercancel', release)
  }
  return {
    start,
    /** The text is read again, until the next touch. */
    close: () => setStart(undefined),
    beginAgain,
    takeTyped() {
      hearing.current?.abort()
      hasTyped.current = false
      return early.take()
    },
    takeDropped() {
      const files = dropped.current
      dropped.current = []
      return files
    },
    isPressed: () => pressed.current !== undefined,
    /** The text received the focus. Focus that a closing dialog returns does not move a caret which a press has set. */
    onFocus(at: 'start' | 'end') {
      if (at === 'start' || !isOpening.current) void begin(at)
      for (const input of takeInputForText()) {
        hasTyped.current = true
        early.add(input)
      }
    },
    onPointerDown,
    /** A key on what was selected without a click, such as a selection that was dragged out of the text. */
    onKeyDown(event: KeyboardEvent) {
      const selected = isWritingKey(event) && findSelected()
      if (!selected || !canEdit || isSearch(event) || !early.hear(event)) return
      hasTyped.current = true
      event.preventDefault()
      event.stopPropagation()
      void begin(selected)
    },
    onPaste(event: ClipboardEvent) {
      const stretch = selectedIn(page.current)
      if (!canEdit || !ops || !stretch) return
      event.preventDefault()
      paste(event)
      void begin({ stretch, over: ops })
    },
    /**
     * Begins at a point of the window, in pixels, unless something is selected. `clicks` is 1 for a click, 2 for a double
     * and 3 for a triple click, and absent for a drop of files.
     */
    beginAt,
    drop(files: Iterable<File>, x: number, y: number) {
      dropped.current = [...dropped.current, ...files]
      beginAt(x, y)
    },
  }
}
