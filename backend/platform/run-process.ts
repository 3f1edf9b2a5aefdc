import { CannotStart } from './cannot-start.ts'
import type { Log } from './log.ts'
import { maskCredentials } from './masked-address.ts'
import { makeStopping, type Stopping } from './stopping.ts'

// The terminal and npm both forward a single Ctrl-C, so two signals within this time, in milliseconds, count as one.
const oneGesture = 500

const explain = (error: unknown, log: Log) => {
  if (error instanceof CannotStart) process.stderr.write(`${maskCredentials(error.message)}\n`)
  else log.error({ err: error }, 'Loreloom ends because of an unexpected error')
}

/**
 * The life cycle of a process: runs `start`, waits for SIGINT or SIGTERM, and stops the started parts in reverse order.
 * A second signal exits immediately. Exits with `process.exitCode`, or 0, after a signal, otherwise with 1.
 */
export async function runProcess(log: Log, start: (stopping: Stopping) => Promise<void>): Promise<void> {
  const stopping = makeStopping(log)
  let stoppingSince: number | undefined

  const end = (code: number) => stopping.stop().then(() => process.exit(code || process.exitCode))
  const onSignal = (signal: NodeJS.Signals) => {
    if (stoppingSince === undefined) {
      stoppingSince = performance.now()
      log.info({ signal }, 'Stopping')
      void end(0)
    } else if (performance.now() - stoppingSince > oneGesture) process.exit(1)
  }
  const onFault = (error: unknown) => {
    if (stoppingSince === undefined) explain(error, log)
    stoppingSince ??= performance.now()
    void end(1)
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  process.on('uncaughtException', onFault)
  await start(stopping).catch(onFault)
}
