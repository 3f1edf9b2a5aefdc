import { type ReactNode, useRef, useState } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'
import { useUnsaved } from '../app/use-unsaved.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface Leaving {
  /** Closes the dialog that the form is in, asking first. */
  close: () => void
  /** To be rendered with the form. */
  question: ReactNode
}

/**
 * For a form whose words are kept nowhere else until they are sent: whoever goes to another page, with Back too, or closes it, is asked
 * first. Before the tab is closed the browser asks.
 */
export const useAskBeforeLeaving = (isUnsaved: boolean, onClose: () => void = () => undefined): Leaving => {
  const [isClosing, setClosing] = useState(false)
  return {
    close: () => (isUnsaved ? setClosing(true) : onClose()),
    question: isUnsaved && <Question isClosing={isClosing} onClose={onClose} onStay={() => setClosing(false)} />,
  }
}

/** A tab of a page is in its query, and has a form of its own. */
const elsewhere: BlockerFunction = ({ currentLocation: here, nextLocation: there }) =>
  here.pathname !== there.pathname || here.search !== there.search

interface Props {
  isClosing: boolean
  onClose: () => void
  onStay: () => void
}

/** There only while something would be lost: of several, the router hears the last. */
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
    // Once let through, a way that is blocked anew would ask again.
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
