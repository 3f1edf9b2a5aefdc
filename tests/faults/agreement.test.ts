import { describe, expect, test } from 'vitest'
import { disagreement } from './tabs/agreement.ts'
import type { Answer } from './tabs/definitions.ts'

const answer = (...rows: { id: string; name?: string }[]): Answer => ({ position: '1', total: rows.length, rows })
const [bo, mirela] = [
  { id: 'a', name: 'Bo' },
  { id: 'b', name: 'Mirela' },
]

describe('a tab and a fresh answer', () => {
  test('agree at different positions of the log', () =>
    expect(disagreement('gallery', answer(bo, mirela), { ...answer(bo, mirela), position: '9' })).toBeUndefined())
  test('agree when all is gone for the tab and the server refuses', () =>
    expect(disagreement('lore', answer(), undefined)).toBeUndefined())
  test.each([
    ['a row too many', answer(bo, mirela), answer(bo), 'has b, which the server does not'],
    ['a row too few', answer(bo), answer(bo, mirela), 'lacks b'],
    ['another name', answer({ ...bo, name: 'Kofi' }), answer(bo), 'a: name is "Kofi", not "Bo"'],
    ['another order', answer(mirela, bo), answer(bo, mirela), 'has another order'],
    ['another count', { ...answer(bo), total: 2 }, answer(bo), 'counts 2, not 1'],
    ['what is refused', answer(bo), undefined, 'has 1 rows of what the server refuses'],
  ])('do not agree: %s', (_, followed, fresh, said) => expect(disagreement('gallery', followed, fresh)).toBe(said))
})
