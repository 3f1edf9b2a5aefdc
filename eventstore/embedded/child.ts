import type { ChildRequest, StartMessage } from './process.ts'
import { type Server, startServer } from './server.ts'

/** The child process that serves an embedded event store, until its parent ends or stops it. */
let server: Server | undefined

async function start(options: StartMessage) {
  server = await startServer({ ...options, onFenced: (error) => fail(error, 1), onError: report })
  process.send?.({ kind: 'listening', url: server.url })
}

async function stop() {
  await server?.stop()
  process.exit(0)
}

const report = (error: unknown) => console.error('event store:', error instanceof Error ? error.message : error)

function fail(error: unknown, code: number) {
  // Once it listens, no caller awaits the start, so the failure is logged.
  if (server) report(error)
  const text = error instanceof Error ? error.message : String(error)
  const exit = () => process.exit(code)
  if (process.connected) process.send?.({ kind: 'failed', text }, exit)
  else exit()
}

process.on('message', (request: ChildRequest) => {
  if (request.kind === 'start') start(request.options).catch((error: unknown) => fail(error, 1))
  else stop().catch((error: unknown) => fail(error, 1))
})
process.on('disconnect', () => void stop())
process.on('SIGTERM', () => void stop())
// Ctrl-C reaches the whole process group. The parent decides when this process stops, since other processes still use it.
process.on('SIGINT', () => {})
