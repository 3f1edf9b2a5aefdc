import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Op } from '#domain/text-ops.ts'
import { reloadThisTab } from '../base/stale-tab.ts'
import { clipOf, takeInputForText } from '../ui/early-keys.ts'
import { paragraphIn, type ShownStretch, type Stretch, selectedIn, stretchBetween } from './reading/place-in.ts'
import { isWritingKey, typedEarly } from './typed-early.ts'

/** The position at which writing begins: a selection in the text as shown, or one end of the text. */
export type Start = ShownStretch | 'start' | 'end'

interface Options {
  textId: string
  /** The element of the read-only text. */
  page: RefObject<HTMLDivElement | null>
  /** The text as shown; undefined until it is loaded. */
  ops: readonly Op[] | undefined
  canEdit: boolean
  /** Loads the editor and the text's session. Resolves to true if both are loaded. */
  load: () => Promise<boolean>
}

/** Returns the position in the text at a point of the window, in pixels. */
const stretchAt = (page: HTMLElement | null, x: number, y: number): Stretch | undefined => {
  const caret = document.caretPositionFromPoint?.(x, y)
  const point = caret ? { node: caret.offsetNode, offset: caret.offset } : undefined
  return point && stretchBetween(page, point, point)
}

/** Pixels that a pressed pointer must move to count as a drag, which selects text. */
const dragDistance = 4

/** Returns anchor and focus of the selection, to detect whether a press changes it. */
const readSelectionEnds = () => {
  const selection = document.getSelection()
  return [selection?.anchorNode, selection?.anchorOffset, selection?.focusNode, selection?.focusOffset]
}

/**
 * Opens the editor of a read-only text. Keys, pastes and drops are stored until it is loaded. It begins with the selection at that
 * time: the word of a double click, a dragged selection, or the caret.
 */
export const useOpening = ({ textId, page, ops, canEdit, load }: Options) => {
  const [start, setStart] = useState<Start>()
  const isOpening = useRef(false)
  /** The position at which writing begins once text and editor are loaded: that of the last press before the first key. */
  const requested = useRef<Start>(undefined)
  /** Set while a pointer is pressed on the text, whose selection is not final yet. */
  const pressed = useRef<PromiseWithResolvers<void>>(undefined)
  /** The ends of the selection when the pointer was last pressed. */
  const selectionAtPress = useRef<ReturnType<typeof readSelectionEnds>>([])
  /** True if the pointer was dragged during the last press. */
  const wasDragged = useRef(false)
  const dropped = useRef<readonly File[]>([])
  const early = useMemo(() => typedEarly(sessionStorage, textId), [textId])
  const hearing = useRef<AbortController>(undefined)
  /** True after input since the last press of the pointer, which replaces the selection of that press. */
  const hasTyped = useRef(false)
  /** Set if the editor could not be loaded. Keystrokes until it is loaded are stored and replayed. */
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
  /** Listens to keys and pastes until the editor has the focus. Until then the read-only text has it, or no element. */
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
  /** Returns a selection of at least one character; after a triple click, that of its paragraph. */
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
  /** Returns true for Ctrl+K if it opens the search: on a selection, the key makes a link instead. */
  const isSearch = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
    key.toLowerCase() === 'k' && ctrlKey !== metaKey && (hasTyped.current || !findSelected())
  /** Moves the future caret of the editor. Earlier keys are written at the caret's earlier position. */
  const moveTo = (at: Start | undefined) => {
    if (!at || !isOpening.current) return
    hasTyped.current = false
    if (!early.isWaiting()) requested.current = at
    else if (typeof at !== 'string') early.move(at)
  }
  const moveToSelected = useEffectEvent(() => moveTo(hasPressSelected() ? findSelected() : undefined))
  /** Opens the editor at a position. Resolves to false if the editor could not be loaded. */
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
    // Renders synchronously: otherwise a press before the editor's first frame would hit a text that is about to be replaced.
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
      // A drag that ends elsewhere causes no click. The caret moves at once, since the next key replaces the selection.
      if (type === 'pointerup' && button === 0) moveToSelected()
      // Runs after the click event that ends the press.
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
    /** Closes the editor until the text is pressed or focused again. */
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
    /** Handles a key on a selection made without a click, such as a drag that ended outside of the text. */
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
