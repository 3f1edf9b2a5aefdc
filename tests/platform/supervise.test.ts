import { expect, test, vi } from 'vitest'
import { type Child, supervise } from '../../backend/platform/supervise.ts'

const quiet = { info() {}, warn() {}, error() {} }
const backOff = { first: 1, most: 4 }

/** Children that end when told to, as a program would. */
const nursery = () => {
  const born: (Child & { die(): void; stopped: boolean })[] = []
  const give = async () => {
    const death = Promise.withResolvers<void>()
    const child = {
      pid: born.length + 1,
      lost: death.promise,
      stopped: false,
      die: () => death.resolve(),
      stop: async () => {
        child.stopped = true
        death.resolve()
      },
    }
    born.push(child)
    return child
  }
  return { born, give }
}

test('a child that dies is started again, and again', async () => {
  const { born, give } = nursery()
  const supervised = await supervise({ name: 'child', start: give, log: quiet, backOff })
  born[0]?.die()
  await vi.waitUntil(() => born.length === 2)
  born[1]?.die()
  await vi.waitUntil(() => born.length === 3)
  expect(supervised.current().pid).toBe(3)
  await supervised.stop()
})

test('a restart that fails is tried again', async () => {
  const { born, give } = nursery()
  let failures = 3
  const start = () => (born.length > 0 && failures-- > 0 ? Promise.reject(new Error('not yet')) : give())
  const supervised = await supervise({ name: 'child', start, log: quiet, backOff })
  born[0]?.die()
  await vi.waitUntil(() => born.length === 2)
  expect(failures).toBe(-1)
  await supervised.stop()
})

test('a first start that fails is the caller’s to know', async () => {
  const start = () => Promise.reject(new Error('no such program'))
  await expect(supervise({ name: 'child', start, log: quiet, backOff })).rejects.toThrow('no such program')
})

test('one that is asked to stop stays stopped', async () => {
  const { born, give } = nursery()
  const supervised = await supervise({ name: 'child', start: give, log: quiet, backOff })
  await supervised.stop()
  expect(born.map(({ stopped }) => stopped)).toEqual([true])
})

test('one whose restart is under way is stopped too', async () => {
  const { born, give } = nursery()
  const gate = Promise.withResolvers<void>()
  const start = () => (born.length === 0 ? give() : gate.promise.then(give))
  const restarting = vi.fn(start)
  const supervised = await supervise({ name: 'child', start: restarting, log: quiet, backOff })
  born[0]?.die()
  await vi.waitUntil(() => restarting.mock.calls.length === 2)
  const stopped = supervised.stop()
  gate.resolve()
  await stopped
  expect(born.map((child) => child.stopped)).toEqual([true, true])
})
