import { expect, test } from 'vitest'
import { unjudged, verdict } from './figures.ts'

const cell = verdict({ name: 'median', value: 60, atMost: 50 }, { name: 'events/s', value: 12_000, atLeast: 10_000 })

test('each reach is said with its figure and whether it is reached', () => {
  expect(cell).toBe('median 60 (≤ 50): **not reached**<br>events/s 12,000 (≥ 10000): reached')
})

test('a smoke run keeps the figures and judges none', () => {
  expect(unjudged(cell)).toBe('median 60 (≤ 50)<br>events/s 12,000 (≥ 10000)')
})
