import { Component, type ReactNode, Suspense, useLayoutEffect } from 'react'
import { bufferKeysAfterAction, stopBuffering, stopBufferingSoon } from './early-keys.ts'
import { isLoadError } from './load-error.ts'
import { toast } from './toast.ts'

interface Props {
  children: ReactNode
  /** Stands there until it has come, and where it does not come. */
  fallback?: ReactNode
  /** It did not come: whoever opened it closes it again. */
  onFailed?: () => void
}

/** A part of a screen that is fetched when it is asked for. Where it does not come, as without a connection, the screen stays and says so. */
export class Part extends Component<Props, { error: unknown }> {
  override state = { error: undefined as unknown }

  static getDerivedStateFromError = (error: unknown) => ({ error })

  override componentDidCatch(error: unknown) {
    if (!isLoadError(error)) return
    stopBuffering()
    toast.error('This could not be loaded.', {
      context: 'Reload the page once you are connected again. What you wrote in lore is kept.',
    })
    this.props.onFailed?.()
  }

  override render() {
    const { error } = this.state
    const { fallback = null, children, onFailed } = this.props
    if (error === undefined)
      return <Suspense fallback={onFailed ? <Awaited>{fallback}</Awaited> : fallback}>{children}</Suspense>
    if (!isLoadError(error)) throw error
    return fallback
  }
}

/** While a part that was asked for is fetched, what is typed is stored for the field that it may bring. */
const Awaited = ({ children }: { children: ReactNode }) => {
  useLayoutEffect(() => {
    bufferKeysAfterAction()
    return stopBufferingSoon
  }, [])
  return children
}
