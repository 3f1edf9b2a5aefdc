import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './toasts.module.css'

type Kind = 'success' | 'error' | 'info' | 'plain'

export interface ToastExtras {
  /** A second line. */
  context?: string
  /** A link that the toast offers. */
  route?: { to: string; label: string }
  /** Takes back what was done. */
  undo?: () => void
}

/** Milliseconds, as the specification has them. */
const durations: Record<Kind, number> = { success: 2_000, error: 10_000, info: 10_000, plain: 5_000 }
/** What can be taken back stays long enough to be read and reached. */
const undoMs = 10_000

const icons: Record<Kind, ReactNode> = {
  success: <IconCheck size={18} />,
  error: <IconAlertCircle size={18} />,
  info: <IconInfoCircle size={18} />,
  plain: null,
}

const show = (kind: Kind, message: string, { context, route, undo }: ToastExtras = {}) => {
  const id = notifications.show({
    icon: icons[kind],
    classNames: { root: classes.toast, icon: classes.icon, body: classes.body, description: classes.text },
    'data-kind': kind,
    role: kind === 'error' ? 'alert' : 'status',
    autoClose: undo ? undoMs : durations[kind],
    closeButtonProps: { 'aria-label': 'Dismiss' },
    message: (
      <>
        <span className={classes.message}>{message}</span>
        {context && <span className={classes.context}>{context}</span>}
        {route && (
          <Link className={classes.action} to={route.to} onClick={() => notifications.hide(id)}>
            {route.label}
          </Link>
        )}
        {undo && (
          <button
            type="button"
            className={classes.action}
            onClick={() => {
              notifications.hide(id)
              undo()
            }}
          >
            Undo
          </button>
        )}
      </>
    ),
  })
  return id
}

/** Short messages on the right; a hover holds them. Errors interrupt a screen reader, the others wait their turn. */
export const toast = {
  success: (message: string, extras?: ToastExtras) => show('success', message, extras),
  error: (message: string, extras?: ToastExtras) => show('error', message, extras),
  info: (message: string, extras?: ToastExtras) => show('info', message, extras),
  plain: (message: string, extras?: ToastExtras) => show('plain', message, extras),
}
