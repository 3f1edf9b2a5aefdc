import { expect, test } from 'vitest'
import { makeStopping } from '../../backend/platform/stopping.ts'

const listen = () => {
  const said: string[] = []
  const say = (_: object, message: string) => void said.push(message)
  return { said, log: { info: say, warn: say, error: say } }
}
const part = (name: string, stopped: string[]) => ({ stop: async () => void stopped.push(name) })

test('parts stop in the reverse order, one after the other, once', async () => {
  const stopped: string[] = []
  const stopping = makeStopping(listen().log)
  await stopping.run('database', async () => part('database', stopped))
  await stopping.run('event store', async () => part('event store', stopped))
  stopping.add('web server', () => stopped.push('web server'))
  await Promise.all([stopping.stop(), stopping.stop()])
  expect(stopped).toEqual(['web server', 'event store', 'database'])
})

test('a part that is still starting is stopped when it has started', async () => {
  const stopped: string[] = []
  const stopping = makeStopping(listen().log)
  const starting = Promise.withResolvers<{ stop(): Promise<void> }>()
  const started = stopping.run('database', () => starting.promise)
  const done = stopping.stop()
  starting.resolve(part('database', stopped))
  await Promise.all([started, done])
  expect(stopped).toEqual(['database'])
})

test('after the order to stop nothing is started', async () => {
  const stopping = makeStopping(listen().log)
  await stopping.stop()
  let started = false
  const late = stopping.run('database', async () => {
    started = true
    return { stop: async () => undefined }
  })
  await expect(late).rejects.toThrow('Stopping: database is not started')
  expect(started).toBe(false)
})

test('a part that fails or hangs is reported and left behind', async () => {
  const stopped: string[] = []
  const { said, log } = listen()
  const stopping = makeStopping(log)
  stopping.add('last', () => stopped.push('last'))
  stopping.add('hangs', () => new Promise(() => undefined), 1)
  stopping.add('fails', () => Promise.reject(new Error('no')))
  await stopping.stop()
  expect(stopped).toEqual(['last'])
  expect(said).toEqual(['A part did not stop cleanly', 'A part did not stop in time'])
})
