import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Stopping } from '../../../backend/platform/stopping.ts'

/** What a process of its own does when asked, by name; it answers one thing with one thing. */
// biome-ignore lint/suspicious/noExplicitAny: what each takes is its own
type Duties = Record<string, (input: any) => unknown>
type Reply = { id: number; value: unknown } | { id: number; error: string }

/** `tests/bench/apart/<file>` as it runs, off the caller's event loop. */
export interface Apart<D extends Duties> {
  pid: number
  /** Rejects with what went wrong over there, and when the process is gone. */
  ask<Name extends keyof D>(name: Name, input: Parameters<D[Name]>[0]): Promise<Awaited<ReturnType<D[Name]>>>
  stop(): Promise<void>
}

/** Starts `tests/bench/apart/<file>`, until `stopping` or its own `stop` ends it. */
export function startApart<D extends Duties>(stopping: Stopping, file: string): Apart<D> {
  const child = fork(path.join(import.meta.dirname, '../apart', file), { serialization: 'advanced' })
  const asked = new Map<number, PromiseWithResolvers<unknown>>()
  let last = 0
  const ended = once(child, 'exit')
  child.on('error', () => undefined)
  child.on('message', (reply: Reply) => {
    const waiting = asked.get(reply.id)
    asked.delete(reply.id)
    if ('error' in reply) waiting?.reject(new Error(`${file}: ${reply.error}`))
    else waiting?.resolve(reply.value)
  })
  child.on('exit', (code, signal) => {
    for (const { reject } of asked.values()) reject(new Error(`${file} ended (${signal ?? code})`))
  })
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill()
    await ended
  }
  stopping.add(file, stop)
  return {
    pid: child.pid ?? 0,
    stop,
    ask(name, input) {
      const waiting = Promise.withResolvers<unknown>()
      const id = ++last
      asked.set(id, waiting)
      child.send({ id, name, input }, (error) => {
        if (error && asked.delete(id)) waiting.reject(error)
      })
      return waiting.promise as ReturnType<typeof this.ask<typeof name>>
    },
  }
}

/** The other side: answers what it is asked, and ends with whoever started it. */
export function answer(duties: Duties): void {
  process.on('message', async ({ id, name, input }: { id: number; name: string; input: unknown }) => {
    try {
      reply({ id, value: await duties[name]?.(input) })
    } catch (error) {
      reply({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  })
  process.on('disconnect', () => process.exit())
}

const reply = (what: Reply) => process.send?.(what)
