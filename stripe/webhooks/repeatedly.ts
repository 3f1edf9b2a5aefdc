interface Repeated {
  /** Soon, once: what asks meanwhile is served by the same run. */
  wake(): void
  /** A whole run that begins after now. */
  run(): Promise<void>
  /** After the run that is under way. */
  stop(): Promise<void>
}

/** Runs `work` when it is woken, and every while for what other processes left; never twice at once. */
export function repeatedly(
  work: () => Promise<void>,
  { everyMs, log }: { everyMs: number; log: { error(what: object, message: string): void } },
): Repeated {
  let last: Promise<void> = Promise.resolve()
  let waiting = false
  let stopped = false

  const run = () => {
    waiting = true
    last = last.then(async () => {
      waiting = false
      if (stopped) return
      await work().catch((error: unknown) =>
        log.error({ err: error }, 'The simulated Stripe could not go on; trying again'),
      )
    })
    return last
  }
  const wake = () => {
    if (!waiting && !stopped) void run()
  }
  const timer = setInterval(wake, everyMs)
  timer.unref()
  return {
    wake,
    run,
    async stop() {
      clearInterval(timer)
      stopped = true
      await last
    },
  }
}
