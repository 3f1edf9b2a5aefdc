import { expect, test } from 'vitest'
import { loggedOutages, outageSentence } from '../../backend/telemetry/store-outages.ts'

const outage = { ms: 2340, calls: 14, repeats: 31, givenUp: 0, longest: 2410 }

test('an outage is told in one line: how long, how many waited, and what became of them', () => {
  const lines: string[] = []
  loggedOutages({ warn: (_, line) => void lines.push(line) }).recovered?.(outage)
  expect(lines).toEqual([
    'The event store kept calls waiting for 2.3 s: 14 calls made again, 31 times in all; all answered, the last after 2.4 s',
  ])
})

test('what was given up is said', () => {
  expect(outageSentence({ ...outage, calls: 1, repeats: 1, givenUp: 1 })).toContain(
    '1 call made again, 1 time in all; 1 given up',
  )
})
