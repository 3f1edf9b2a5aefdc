import { type ReactNode, useRef, useState } from 'react'
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
  // One Escape reaches both the dialog (`close`) and the question (`onStay`), in either order. Decisions of one task are collected;
  // staying takes precedence.
  const decision = useRef<boolean>(undefined)
  const decide = (isAsking: boolean) => {
    if (decision.current === undefined)
      setTimeout(() => {
        setClosing(decision.current === true)
        decision.current = undefined
      })
    decision.current = decision.current !== false && isAsking
  }
  return {
    close: () => (isUnsaved ? decide(true) : onClose()),
    question: isUnsaved && <Question isClosing={isClosing} onClose={onClose} onStay={() => decide(false)} />,
  }
}

/** Returns true for navigation to another page or to another tab of the page, which is part of its query. */
const elsewhere: BlockerFunction = ({ currentLocation: here, nextLocation: there }) =>
  here.pathname !== there.pathname || here.search !== there.search

interface Props {
  isClosing: boolean
  onClose: () => void
  onStay: () => void
}

/** Mounted only while input would be lost: of several blockers, the router uses the last. */
const Question = ({ isClosing, onClose, onStay }: Props) => {
  const blocker = useBlocker(elsewhere)
  useUnsaved(() => true)
  const hasLeft = useRef(false)
  const leave = () => {
    hasLeft.current = true
    if (blocker.state === 'blocked') blocker.proceed()
    else onClose()
  }
  const stay = () => {
    // A blocker that was already released must not prompt again.
    if (hasLeft.current) return
    if (blocker.state === 'blocked') blocker.reset()
    onStay()
  }
  return (
    <ConfirmDialog
      opened={isClosing || blocker.state === 'blocked'}
      danger
      title="Leave without saving?"
      text="What you typed here is not kept."
      confirm="Discard Changes"
      onConfirm={leave}
      onClose={stay}
    />
  )
}
