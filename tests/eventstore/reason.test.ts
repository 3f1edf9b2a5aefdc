import { convertToCommandError } from '@eventstore/db-client'
import { expect, test } from 'vitest'
import { isAnswer, reasonOf } from '../../eventstore/move/reason.ts'

const refused = Object.assign(new Error('16 UNAUTHENTICATED: wrong password'), { code: 16, details: 'wrong password.' })

test.each([
  ['gRPC', refused],
  ['the library', convertToCommandError(refused)],
])('what a store answered is told in its words, as %s throws it', (_from, error) => {
  expect([isAnswer(error), reasonOf(error)]).toEqual([true, 'wrong password'])
})

test('what went wrong here is no answer', () => {
  const here = Object.assign(new Error('no such file'), { code: 'ENOENT' })
  expect([isAnswer(here), reasonOf(here)]).toEqual([false, 'no such file'])
  expect([isAnswer('odd'), reasonOf('odd')]).toEqual([false, 'odd'])
})
