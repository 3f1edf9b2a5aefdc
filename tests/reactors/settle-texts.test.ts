import { expect, it } from 'vitest'
import type { TextState } from '#domain/texts.ts'
import { settlesAt } from '../../backend/reactors/settle-texts.ts'

const start = Date.parse('2027-01-31T12:00:00.000Z')
/** The ISO time of some seconds after the start. */
const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString()

/** Seconds after the start at which lists follow a text with changes at `changedAt`. */
const settles = (changedAt: number[], settled?: number) => {
  const changes = changedAt.map((seconds) => ({ at: at(seconds) })) as unknown as TextState['changes']
  const settledAt = settled === undefined ? null : at(settled)
  return (settlesAt({ changes, settledAt }, at(changedAt[0] ?? 0)) - start) / 1_000
}

it('follows a text three seconds after its writer has paused', () => {
  expect(settles([0])).toBe(3)
  expect(settles([0, 2, 4, 30])).toBe(33)
})

it('follows a text that is written without a pause after a minute', () => {
  expect(settles([0, 20, 40, 59])).toBe(60)
})

it('follows a text at most once a minute', () => {
  expect(settles([0], -10)).toBe(50)
  expect(settles([0, 49], -10)).toBe(52)
  expect(settles([0], -90)).toBe(3)
})

it('follows a text whose changes have been erased', () => {
  expect(settles([])).toBe(3)
})
