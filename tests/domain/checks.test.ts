import { describe, it } from 'vitest'
import { checking } from '#domain/checks.ts'
import { given } from '../given.ts'

const [first, second] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const
const begin = (checkId: string, name: 'chain' | 'read-models' = 'chain') =>
  ({ type: 'BeginCheck', data: { checkId, name, cause: 'nightly' } }) as const
const began = (checkId: string, name: 'chain' | 'read-models' = 'chain') =>
  ({ type: 'CheckBegan', data: { checkId, name, cause: 'nightly' } }) as const
const end = { checkId: first, name: 'chain', outcome: 'passed', looked: 7, found: 0, findings: [] as never[] } as const
const ended = { type: 'CheckEnded', data: end } as const

describe('checks of an installation', () => {
  const givenChecks = given(checking)

  it('run one of a name at a time, of several names side by side', () => {
    givenChecks().when(begin(first)).emits(began(first))
    givenChecks(began(first)).when(begin(second)).emitsNothing()
    givenChecks(began(first)).when(begin(second, 'read-models')).emits(began(second, 'read-models'))
    givenChecks(began(first), ended).when(begin(second)).emits(began(second))
  })
  it('are begun once, however often a timer asks', () => {
    givenChecks(began(first), ended).when(begin(first)).emitsNothing()
  })
  it('end once', () => {
    const command = { type: 'EndCheck', data: end } as const
    givenChecks(began(first)).when(command).emits(ended)
    givenChecks(began(first), ended).when(command).emitsNothing()
    givenChecks(began(second)).when(command).emitsNothing()
  })
})
