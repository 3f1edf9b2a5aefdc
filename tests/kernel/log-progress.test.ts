import { expect, test } from 'vitest'
import { duration, startProgress } from '../../backend/log/progress.ts'

test('progress says how many, how fast, how much of it and how long it will take; not more often than it can be read', () => {
  const lines: string[] = []
  let [now, share] = [0, 0.2]
  const progress = startProgress(
    'copying',
    () => share,
    (line) => lines.push(line),
    () => now,
  )
  progress.add(500)
  now = 4000
  share = 0.4
  progress.add(59_500)
  now = 5000
  progress.add(1)
  now = 20_000
  progress.end()
  expect(lines).toEqual([
    'copying: 60,000 events, 15,000 a second, 25 %, 12 s left',
    'copying: 60,001 events in 20 s, 3,000 a second',
  ])
})

test.each([
  [0.2, '1 s'],
  [59, '59 s'],
  [200, '3 min 20 s'],
  [3900, '1 h 5 min'],
])('%d seconds are %s', (seconds, said) => {
  expect(duration(seconds)).toBe(said)
})
