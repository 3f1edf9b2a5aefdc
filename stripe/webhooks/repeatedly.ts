interface Repeated {
  /** Resolves after a complete run that begins after this call; calls before that run begins share it. */
  wake(): Promise<void>
  /** Stops the repetition. Resolves after the current run. */
  stop(): Promise<void>
}

/** Runs `work` on `wake`, and every `everyMs` milliseconds for work that other processes left; never concurrently. */
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
