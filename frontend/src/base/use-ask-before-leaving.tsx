import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { useUnsaved } from './use-unsaved.ts'

interface Leaving {
  /** Closes the form's dialog after a confirmation. */
  close: () => void
  /** Rendered with the form. */
  question: ReactNode
}

/**
 * Requests a confirmation before the user leaves a form with unsent text, by navigation (also Back) or by closing it.
 * Before the tab is closed the browser prompts as well.
 */
export const useAskBeforeLeaving = (isUnsaved: boolean, onClose: () => void = () => undefined): Leaving => {
  const [isClosing, setClosing] = useState(false)
  const isShown = useRef(false)
  // React renders between two listeners of one key: the dialog and the question would both react to the same Escape.
  const isDecided = useRef(false)
  const decide = (isAsking: boolean) => {
    if (isDecided.current) return
    isDecided.current = true
    setTimeout(() => {
      isDecided.current = false
      setClosing(isAsking)
    })
  }
  return {
    close: () => (isUnsaved ? decide(!isShown.current) : onClose()),
    question: isUnsaved && (
      <Question isClosing={isClosing} isShown={isShown} onClose={onClose} onStay={() => decide(false)} />
    ),
  }
}

/** A tab of a page is part of its query, and has a form of its own. */
const elsewhere: BlockerFunction = ({ currentLocation: here, nextLocation: there }) =>
  here.pathname !== there.pathname || here.search !== there.search

interface Props {
  isClosing: boolean
  /** True while the question is on the screen. */
  isShown: RefObject<boolean>
  onClose: () => void
  onStay: () => void
}

/** Mounted only while input would be lost: of several blockers, the router uses the last. */
const Question = ({ isClosing, isShown, onClose, onStay }: Props) => {
  const blocker = useBlocker(elsewhere)
  useUnsaved(() => true)
  const hasLeft = useRef(false)
  const leave = () => {
    hasLeft.current = true
    if (blocker.state === 'blocked') blocker.proceed()
    else onClose()
  }
  const stay = () => {
    // A blocker that was already released must not ask again.
    if (hasLeft.current) return
    if (blocker.state === 'blocked') blocker.reset()
    onStay()
  }
  const opened = isClosing || blocker.state === 'blocked'
  useEffect(() => {
    isShown.current = opened
    return () => {
      isShown.current = false
    }
  }, [isShown, opened])
  return (
    <ConfirmDialog
      opened={opened}
      danger
      title="Leave without saving?"
      text="What you typed here is not kept."
      confirm="Discard Changes"
      onConfirm={leave}
      onClose={stay}
    />
  )
}
