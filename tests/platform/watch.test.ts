import { afterEach, beforeEach, expect, test } from 'vitest'
import { CannotStart } from '../../backend/platform/cannot-start.ts'
import { type DependencyFailure, watch } from '../../backend/platform/dependency.ts'

/** What is said of something outside: once when it goes wrong, when why changes, and when it is over. */
const away: DependencyFailure = { cause: 'nothing_listens', says: 'Nothing listens there.', mends: true }
const noLeader: DependencyFailure = { cause: 'no_leader', says: 'It has no leader.', mends: true }
const wrongUser: DependencyFailure = { cause: 'wrong_user', says: 'It does not take the password.', mends: false }

let said: string[]
let stops: (() => unknown)[]
/** Asked for what it finds, and nobody has said yet. */
let asked: PromiseWithResolvers<PromiseWithResolvers<DependencyFailure | undefined>>
beforeEach(() => {
  ;[said, stops, asked] = [[], [], Promise.withResolvers()]
})
afterEach(async () => {
  const ended = stops.map((stop) => stop())
  asked.promise.then((finding) => finding.resolve(undefined))
  await Promise.all(ended)
})

const tell = (_: object, line: string) => void said.push(line)
const beside = {
  log: { info: tell, warn: tell, error: tell },
  stopping: { add: (_: string, stop: () => unknown) => void stops.push(stop) },
}
const everyMs = { usable: 0, troubled: 0 }
const find = () => {
  const finding = Promise.withResolvers<DependencyFailure | undefined>()
  asked.resolve(finding)
  return finding.promise
}
/** What the next look finds; resolves when the one after it begins, so that all was said. */
const finds = async (failure: DependencyFailure | undefined) => {
  const finding = await asked.promise
  asked = Promise.withResolvers()
  finding.resolve(failure)
}
const becomes = async (failure: DependencyFailure | undefined) => {
  await finds(failure)
  await asked.promise
}
const start = async (first?: DependencyFailure) => {
  const watching = watch({ name: 'event store', find, everyMs }, beside)
  await finds(first)
  return watching
}

test('what may mend itself is said in one line when it begins, when its cause changes and when it is over', async () => {
  const { failure } = await start()
  expect([said, failure()]).toEqual([[], undefined])
  await becomes(away)
  await becomes(away)
  expect(failure()).toMatchObject({ cause: 'nothing_listens', since: expect.any(Date) })
  const { since } = failure() ?? {}
  await becomes(noLeader)
  expect(failure()).toMatchObject({ cause: 'no_leader', since })
  await becomes(undefined)
  await becomes(undefined)
  expect(failure()).toBeUndefined()
  expect(said).toEqual(['Nothing listens there.', 'It has no leader.', 'The event store can be used again.'])
})

test('what will not ends the start, also when it is found while another trouble was waited for', async () => {
  await expect(start(wrongUser)).rejects.toEqual(new CannotStart('It does not take the password.'))
  const { usable } = await start(away)
  const ended = expect(usable).rejects.toEqual(new CannotStart('It does not take the password.'))
  await finds(wrongUser)
  await ended
  expect(said).toEqual(['Nothing listens there. It is tried again until it can be used.'])
})

test('once it could be used, nothing about it ends the process', async () => {
  const { usable, failure } = await start()
  await usable
  await becomes(wrongUser)
  expect(said).toEqual(['It does not take the password.'])
  await becomes(undefined)
  expect(failure()).toBeUndefined()
})

test('what no table knows is told in the words it came with', async () => {
  const lost = () => Promise.reject(new Error('the moon is in the wrong house'))
  await watch({ name: 'mail server', find: lost, everyMs: { usable: 60_000, troubled: 60_000 } }, beside)
  expect(said[0]).toContain('The mail server cannot be used: the moon is in the wrong house')
})
