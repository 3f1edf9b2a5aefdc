import { describe, expect, it } from 'vitest'
import { coalesce } from '../../backend/projections/changes.ts'
import { toJsonb } from '../../backend/projections/stored.ts'

const [a, b] = [
  { id: 'a', n: 1 },
  { id: 'b', n: 2 },
]

describe('changes of one row', () => {
  it('become the row as it is at the end', () =>
    expect(coalesce([{ put: a }, { update: { n: 5 }, where: { id: 'a' } }])).toEqual([{ put: [{ id: 'a', n: 5 }] }]))

  it('become one update of all that was updated', () => {
    const where = { id: 'a' }
    expect(
      coalesce([
        { update: { n: 5 }, where },
        { update: { m: 1 }, where },
        { update: { n: 6 }, where },
      ]),
    ).toEqual([{ update: [{ id: 'a', n: 6, m: 1 }] }])
  })

  it('end with its removal, which nothing but a put undoes', () => {
    const remove = { remove: { id: 'a' } }
    expect(coalesce([{ put: a }, remove, { update: { n: 5 }, where: { id: 'a' } }])).toEqual([{ remove: ['a'] }])
    expect(coalesce([remove, { put: a }])).toEqual([{ put: [a] }])
  })
})

describe('changes of many rows', () => {
  it('are few steps: one of removals, one of puts, one of updates for each choice of columns', () =>
    expect(
      coalesce([
        { put: a },
        { update: { n: 3 }, where: { id: 'c' } },
        { remove: { id: 'd' } },
        { put: b },
        { update: { n: 4 }, where: { id: 'e' } },
        { update: { m: 4 }, where: { id: 'f' } },
      ]),
    ).toEqual([
      { remove: ['d'] },
      { put: [a, b] },
      {
        update: [
          { id: 'c', n: 3 },
          { id: 'e', n: 4 },
        ],
      },
      { update: [{ id: 'f', m: 4 }] },
    ]))

  it('keep their order around one that is found by what rows hold', () => {
    const alone = { update: { n: 0 }, where: { n: 1 } }
    expect(coalesce([{ put: a }, alone, { put: b }])).toEqual([{ put: [a] }, { alone }, { put: [b] }])
  })

  it('do not merge across a change of the id itself', () => {
    const renamed = { update: { id: 'z' }, where: { id: 'a' } }
    expect(coalesce([{ put: a }, renamed])).toEqual([{ put: [a] }, { alone: renamed }])
  })
})

describe('JSON for jsonb', () => {
  it('has no NUL and no half characters, and else what was there', () =>
    expect(JSON.parse(toJsonb({ nul: 'a\0b', half: '\ud83d!', whole: '😀', backslash: '\\u0000' }))).toEqual({
      nul: 'a�b',
      half: '�!',
      whole: '😀',
      backslash: '\\u0000',
    }))
})
