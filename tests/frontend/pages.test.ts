import { describe, expect, it } from 'vitest'
import type { Snapshot } from '../../frontend/src/realtime/follow.ts'
import { fetchPages } from '../../frontend/src/realtime/pages.ts'

interface Row {
  id: string
}
type List = Snapshot<Row>

const pageSize = 3
const byId = (a: Row, b: Row) => (a.id < b.id ? -1 : 1)

/** A server that has these rows, and says at which offsets it was asked. */
const server = (ids: string, position = '10') => {
  const asked: number[] = []
  const answerAt = (offset: number) => {
    asked.push(offset)
    const rows = [...ids].slice(offset, offset + pageSize).map((id) => ({ id }))
    return { data: { rows, total: ids.length, position } }
  }
  const fetch = async (want: number, before?: List, meanwhile = before) => {
    let there = before
    const page = async (offset: number) => {
      there = meanwhile
      return answerAt(offset)
    }
    const answer = await fetchPages<Row, List>({ want, pageSize, cached: () => there, sort: byId, page })
    if ('error' in answer) throw new Error(answer.error.detail)
    return answer.data
  }
  return { fetch, asked }
}
const ids = ({ rows }: List) => rows.map(({ id }) => id).join('')

describe('a list in pages', () => {
  it('begins with its first page', async () => {
    const { fetch, asked } = server('abcdefgh')
    expect(ids(await fetch(3))).toBe('abc')
    expect(asked).toEqual([0])
  })

  it('asks for what follows when more is wanted', async () => {
    const { fetch, asked } = server('abcdefgh')
    const first = await fetch(3)
    expect(ids(await fetch(6, first))).toBe('abcdef')
    expect(asked).toEqual([0, 3])
  })

  it('is fetched anew from its beginning when no more is wanted, however short it is', async () => {
    const before = await server('bc').fetch(3)
    const { fetch, asked } = server('abc')
    expect(ids(await fetch(3, before))).toBe('abc')
    expect(asked).toEqual([0])
  })

  it('is never shorter after it was fetched anew', async () => {
    const { fetch } = server('abcdefgh')
    const long = await fetch(6, await fetch(3))
    const shrunk = { ...long, rows: long.rows.slice(1) }
    expect(ids(await fetch(6, shrunk))).toBe('abcdef')
  })

  it('is true at the earliest of its pages’ positions, so that what came between is folded again', async () => {
    const first = await server('abcd', '10').fetch(3)
    const more = await server('abcd', '12').fetch(6, first)
    expect(more.position).toBe('10')
  })

  it('keeps a row once that slid from one page to the next', async () => {
    const first = await server('bcd').fetch(3)
    expect(ids(await server('abcde').fetch(6, first))).toBe('bcde')
  })

  it('is folded again over events that came while more was fetched, since the rows that they moved shift the page', async () => {
    const before = await server('abcdefg', '10').fetch(3)
    const withoutFirst = { ...before, rows: before.rows.slice(1), position: '12' }
    const more = await server('bcdefg', '12').fetch(6, before, withoutFirst)
    expect(more.position).toBe('10')
  })
})
