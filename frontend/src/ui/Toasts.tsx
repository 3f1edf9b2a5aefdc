import { IconAlertCircle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { currentToasts, dismiss, onToasts, type Toast, type ToastKind, undoLatest } from './toast.ts'
import classes from './toasts.module.css'

const icons: Record<ToastKind, ReactNode> = {
  success: <IconCheck size={18} aria-hidden="true" />,
  error: <IconAlertCircle size={18} aria-hidden="true" />,
  info: <IconInfoCircle size={18} aria-hidden="true" />,
  plain: null,
}

/** Renders a text with its links. */
type TextOf = ComponentType<{ text: string }>

/** The link component of toasts: the router's, if there is one. */
export type ToastLink = ComponentType<{
  to: string
  className?: string | undefined
  onClick: () => void
  children: ReactNode
}>

/** Rendered once per page. Ctrl+Z undoes the action of the newest toast while that is shown. */
export const Toasts = ({ Text, Link }: { Text: TextOf; Link: ToastLink }) => {
  const toasts = useSyncExternalStore(onToasts, currentToasts, currentToasts)
  useEffect(() => {
    document.addEventListener('keydown', undoByKey)
    return () => document.removeEventListener('keydown', undoByKey)
  }, [])
  return (
    <section className={classes.toasts} aria-label="Notifications">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} {...toast} Text={Text} Link={Link} />
      ))}
    </section>
  )
}

const fields = 'input:not([type=checkbox], [type=radio], [type=range]), textarea, [contenteditable]'

/** Ignored in text fields, which have their own undo. */
const undoByKey = (event: KeyboardEvent) => {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z'
  const typing = event.target instanceof HTMLElement && event.target.closest(fields)
  if (isUndo && !typing && !event.defaultPrevented && undoLatest()) event.preventDefault()
}

interface CardProps extends Toast {
  Text: TextOf
  Link: ToastLink
}

const ToastCard = ({ id, kind, message, context, route, act, undo, duration, Text, Link }: CardProps) => {
  const offered = [...(act ? [act] : []), ...(undo ? [{ label: 'Undo', run: undo }] : [])]
  const [isHeld, setHeld] = useState(false)
  useCountdown(duration, isHeld, () => dismiss(id))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it or tabbing into it only holds it.
    <div
      className={classes.toast}
      data-kind={kind}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {icons[kind]}
      <div className={classes.text} role={kind === 'error' ? 'alert' : 'status'}>
        <span dir="auto">
          <Text text={message} />
        </span>
        {context && (
          <span className={classes.context} dir="auto">
            <Text text={context} />
          </span>
        )}
        {route && (
          <Link className={classes.action} to={route.to} onClick={() => dismiss(id)}>
            {route.label}
          </Link>
        )}
        {offered.map(({ label, run }) => (
          <button
            key={label}
            type="button"
            className={classes.action}
            onClick={() => {
              dismiss(id)
              run()
            }}
          >
            {label}
          </button>
        ))}
      </div>
      <button type="button" className={classes.close} aria-label="Dismiss" onClick={() => dismiss(id)}>
        <IconX size={15} />
      </button>
    </div>
  )
}

/** A countdown that pauses while held and resumes. */
const useCountdown = (duration: number, isHeld: boolean, onEnd: () => void) => {
  const left = useRef(duration)
  const end = useRef(onEnd)
  end.current = onEnd
  useEffect(() => {
    if (isHeld) return
    const began = performance.now()
    const timer = setTimeout(() => end.current(), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - began
    }
  }, [isHeld])
}
