import { Component, type ReactNode, Suspense, useLayoutEffect } from 'react'
import { bufferKeysAfterAction, stopBuffering, stopBufferingSoon } from './early-keys.ts'
import { isLoadError } from './load-error.ts'
import { toast } from './toast.ts'

interface Props {
  children: ReactNode
  /** Shown while the part loads, and if it fails to load. */
  fallback?: ReactNode
  /** Called if the part failed to load, so that its opener resets. */
  onFailed?: () => void
}

/**
 * A part of a screen that is loaded on demand. If it fails to load, as without a connection, the screen stays and an
 * error is shown.
 */
export class Part extends Component<Props, { error: unknown }> {
  override state = { error: undefined as unknown }

  static getDerivedStateFromError = (error: unknown) => ({ error })

  override componentDidCatch(error: unknown) {
    if (!isLoadError(error)) return
    stopBuffering()
    toast.error('This could not be loaded.', {
      context: 'Reload the page once you are connected again. What you wrote in lore is kept.',
    })
    offerReload()
    this.props.onFailed?.()
  }

  override render() {
    const { error } = this.state
    const { fallback = null, children, onFailed } = this.props
    if (error === undefined)
      return <Suspense fallback={onFailed ? <KeyBuffer>{fallback}</KeyBuffer> : fallback}>{children}</Suspense>
    if (!isLoadError(error)) throw error
    return fallback
  }
}

/** Buffers keys while the part loads, for the field that it may contain. */
const KeyBuffer = ({ children }: { children: ReactNode }) => {
  useLayoutEffect(() => {
    bufferKeysAfterAction()
    return stopBufferingSoon
  }, [])
  return children
}

let isReloadOffered = false
/** Offers to reload the page once the connection is back: a browser retries a failed module only after a reload. */
const offerReload = () => {
  if (isReloadOffered || navigator.onLine) return
  isReloadOffered = true
  const act = { label: 'Reload', run: () => location.reload() }
  const offer = () => {
    isReloadOffered = false
    toast.info('You are connected again.', { context: 'Reload the page for what could not be loaded.', act })
  }
  addEventListener('online', offer, { once: true })
}
