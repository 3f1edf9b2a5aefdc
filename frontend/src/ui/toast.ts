export type ToastKind = 'success' | 'error' | 'info' | 'plain'

export interface ToastExtras {
  /** A second line. */
  context?: string
  /** A link that the toast offers. */
  route?: { to: string; label: string }
  /** What else can be done about it. */
  act?: { label: string; run: () => void }
  /** Takes back what was done. */
  undo?: () => void
  /** Milliseconds it stays, where that differs from its kind's. */
  duration?: number
}

export interface Toast extends ToastExtras {
  id: number
  kind: ToastKind
  message: string
  /** Milliseconds it stays while nobody holds it. */
  duration: number
}

/** Milliseconds, as the specification has them. */
const durations: Record<ToastKind, number> = { success: 2_000, error: 10_000, info: 10_000, plain: 5_000 }
/** What offers something stays long enough to be read and reached. */
const offerMs = 10_000
/** More than these push the oldest out. */
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

/** Takes back what the newest toast that offers it told of. False when none does. */
export const undoLatest = (): boolean => {
  const latest = toasts.findLast(({ undo }) => undo)
  if (!latest) return false
  dismiss(latest.id)
  latest.undo?.()
  return true
}

/** What only says something, and says it already, takes its own place: errors that come in a row would fill the screen. */
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

/** Short messages on the right; a hover holds them. Errors interrupt a screen reader, the others wait their turn. */
export const toast = {
  success: (message: string, extras?: ToastExtras) => show('success', message, extras),
  error: (message: string, extras?: ToastExtras) => show('error', message, extras),
  info: (message: string, extras?: ToastExtras) => show('info', message, extras),
  plain: (message: string, extras?: ToastExtras) => show('plain', message, extras),
}
