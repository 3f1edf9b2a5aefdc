interface Repeated {
  /** Resolves after a whole run that begins after this call; calls before its begin share it. */
  wake(): Promise<void>
  /** After the run that is under way. */
  stop(): Promise<void>
}

/** Runs `work` when it is woken, and every while for what other processes left; never twice at once. */
export function repeatedly(
  work: () => Promise<void>,
  { everyMs, log }: { everyMs: number; log: { error(what: object, message: string): void } },
): Repeated {
  let last: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | undefined
  let stopped = false

  const run = async () => {
    await last
    waiting = undefined
    if (stopped) return
    await work().catch((error: unknown) =>
      log.error({ err: error }, 'The simulated Stripe could not go on; trying again'),
    )
  }
  const wake = () => {
    if (waiting) return waiting
    waiting = run()
    last = waiting
    return waiting
  }
  const timer = setInterval(() => void wake(), everyMs)
  timer.unref()
  return {
    wake,
    async stop() {
      clearInterval(timer)
      stopped = true
      await last
    },
  }
}
