import { describe, expect, it } from 'vitest'
import { BulkReceipt } from '#domain/me.ts'
import { type RequestError, requestError } from '../../frontend/src/base/problem.ts'
import { describeSkipped, inPages, sendEach, succeededIds } from '../../frontend/src/data/bulk.ts'

const id = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`
const ids = (count: number) => Array.from({ length: count }, (_, n) => id(n))
const not = { code: 'forbidden', reason: 'You do not have permission to do this.' }
const refusal: RequestError = { status: 403, code: not.code, detail: not.reason, errors: [], facts: {} }
const away = requestError('FETCH_ERROR', undefined)
const answer = (asked: string[], skip: readonly string[] = []) => {
  const skipped = asked.filter((one) => skip.includes(one)).map((one) => ({ id: one, ...not }))
  return { data: { position: '1', count: asked.length - skipped.length, skipped } }
}

describe('an act about many things', () => {
  it('is asked for in as many calls as the server takes at once, and answered as one', async () => {
    const calls: number[] = []
    const done = await inPages(ids(450), BulkReceipt, (page) => {
      calls.push(page.length)
      return answer(page, [id(3), id(449)])
    })
    expect(calls).toEqual([200, 200, 50])
    expect(done).toMatchObject({ data: { count: 448, skipped: [{ id: id(3) }, { id: id(449) }] } })
  })

  it('counts what is done when a call is refused, and goes on with the others', async () => {
    const done = await inPages(ids(401), BulkReceipt, (page) =>
      page.includes(id(200)) ? { error: refusal } : answer(page),
    )
    expect(done).toMatchObject({ data: { count: 201 } })
    if (!('data' in done)) throw new Error('It was done in part')
    expect(done.data.skipped).toHaveLength(200)
    expect(succeededIds(ids(401), done.data)).toEqual([...ids(200), id(400)])
  })

  it('ends where nobody answers any more, with what was done until then', async () => {
    let calls = 0
    const done = await inPages(ids(601), BulkReceipt, (page) => (calls++ === 1 ? { error: away } : answer(page)))
    expect(calls).toBe(2)
    expect(done).toMatchObject({ data: { count: 200 } })
  })

  it('fails when nothing was done', async () => {
    expect(await inPages(ids(2), BulkReceipt, () => ({ error: refusal }))).toEqual({ error: refusal })
    expect(await sendEach(ids(9), () => ({ error: refusal }))).toEqual({ error: refusal })
  })

  it('is done one by one where there is no call for many, whichever are refused', async () => {
    const done = await sendEach(ids(9), (one) => (one === id(4) ? { error: refusal } : {}))
    expect(done).toEqual({ data: { count: 8, skipped: [{ id: id(4), ...not }] } })
  })

  it('says what it left, and why', () => {
    expect(describeSkipped({ skipped: [] })).toBe('')
    expect(describeSkipped({ skipped: [{ id: id(1), ...not }] })).toBe(
      '1 was left as it is: You do not have permission to do this.',
    )
    const other = { id: id(3), code: 'image_not_found', reason: 'It is not there.' }
    expect(describeSkipped({ skipped: [{ id: id(1), ...not }, other, { id: id(2), ...not }] })).toBe(
      '2 were left as they are: You do not have permission to do this. 1 was left as it is: It is not there.',
    )
  })
})
