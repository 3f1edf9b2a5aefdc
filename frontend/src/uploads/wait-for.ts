const isRefusal = (error: unknown): error is { facts: { seconds?: unknown } } =>
  typeof error === 'object' && error !== null && 'facts' in error

/** Resolves when the server said that it takes more, or as soon as nobody waits any longer. */
export const waitFor = (error: unknown, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const seconds = isRefusal(error) ? Number(error.facts.seconds) : Number.NaN
    const timer = setTimeout(resolve, 1000 * (Number.isFinite(seconds) ? seconds : 10))
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
