import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answers, type Rows, readRecorded, version } from './log.ts'
import { ofTheLog } from './of-the-log.ts'
import { restored } from './restored.ts'

/** A log is for ever: what an earlier version wrote is read by this one, and everybody is answered what they were answered then. */
let answers: Answers
let stop: () => Promise<unknown>
const recorded = readRecorded<Answers>('answers')
const people = Object.keys(recorded)

beforeAll(async () => {
  const stack = await restored(readRecorded<Rows>('log'))
  stop = stack.stop
  answers = await stack.answers('five still ring')
}, 300_000)
afterAll(() => stop?.())

test.each(people)(`what ${version} wrote answers %s as it did`, (name) => {
  const [was, is] = [ofTheLog(recorded[name]), answers[name] ?? {}]
  expect(Object.keys(was).length).toBeGreaterThan(100)
  // An answer may say more than it did, and nothing else.
  for (const [address, answer] of Object.entries(was)) expect([address, is[address]]).toMatchObject([address, answer])
})
