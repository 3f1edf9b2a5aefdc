export type ToastKind = 'success' | 'error' | 'info' | 'plain'

export interface ToastExtras {
  /** Second row. */
  context?: string
  /** A link that the toast offers. */
  route?: { to: string; label: string }
  /** A further action. */
  act?: { label: string; run: () => void }
  /** Undoes the action. */
  undo?: () => void
  /** Display time in milliseconds, if it differs from the kind's default. */
  duration?: number
}

export interface Toast extends ToastExtras {
  id: number
  kind: ToastKind
  message: string
  /** Milliseconds for which it is shown while not held. */
  duration: number
}

/** Milliseconds, from the specification. */
const durations: Record<ToastKind, number> = { success: 2_000, error: 10_000, info: 10_000, plain: 5_000 }
/** A toast with an action is shown long enough to be read and reached. */
const offerMs = 10_000
/** The oldest toast is removed above this number. */
const limit = 5

let toasts: readonly Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()

const set = (next: readonly Toast[]) => {
  toasts = next
  for (const listener of listeners) listener()
}

export const currentToasts = (): readonly Toast[] => toasts

export const onToasts = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const dismiss = (id: number): void => set(toasts.filter((toast) => toast.id !== id))

/** Undoes the action of the newest toast that offers it. Returns false without one. */
export const undoLatest = (): boolean => {
  const latest = toasts.findLast(({ undo }) => undo)
  if (!latest) return false
  dismiss(latest.id)
  latest.undo?.()
  return true
}

/** A toast without actions replaces an identical one: repeated errors would fill the screen. */
const isRepeated = (toast: Toast, kind: ToastKind, message: string, extras: ToastExtras) =>
  [toast, extras].every(({ route, act, undo }) => !route && !act && !undo) &&
  toast.kind === kind &&
  toast.message === message &&
  toast.context === extras.context

const show = (kind: ToastKind, message: string, extras: ToastExtras = {}): number => {
  const id = nextId++
  const duration = extras.undo || extras.act ? Math.max(offerMs, durations[kind]) : durations[kind]
  const others = toasts.filter((toast) => !isRepeated(toast, kind, message, extras))
  set([...others, { id, kind, message, duration, ...extras }].slice(-limit))
  return id
}

/** Short messages on the right; hovering holds them. Errors interrupt a screen reader, the others are queued. */
export const toast = {
  success: (message: string, extras?: ToastExtras) => show('success', message, extras),
  error: (message: string, extras?: ToastExtras) => show('error', message, extras),
  info: (message: string, extras?: ToastExtras) => show('info', message, extras),
  plain: (message: string, extras?: ToastExtras) => show('plain', message, extras),
}
