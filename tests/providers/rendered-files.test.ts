import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { folder } from '../../backend/providers/files/folder.ts'
import { renderedFiles } from '../../backend/queries/images/rendered-files.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'loreloom-drawn-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

it('draws once what many ask for at once, and nothing that was drawn before', async () => {
  let drawn = 0
  const draw = async () => Buffer.from(`drawing ${++drawn}`)
  const once = renderedFiles(folder(dir))
  const asked = Array.from({ length: 20 }, (_, n) =>
    n % 2 ? once.bytes('a/one.png', 'image/png', draw) : once.stream('a/one.png', 'image/png', draw),
  )
  for (const answer of await Promise.all(asked))
    expect(String(Buffer.isBuffer(answer) ? answer : await buffer(answer.stream))).toBe('drawing 1')
  // Another process, or this one after a while.
  const later = await renderedFiles(folder(dir)).stream('a/one.png', 'image/png', draw)
  expect([String(await buffer(later.stream)), later.size, drawn]).toEqual(['drawing 1', 9, 1])
})

it('draws a few at once, and goes on when one fails', async () => {
  const once = renderedFiles(folder(dir))
  const waiting: PromiseWithResolvers<Buffer>[] = []
  const draw = () => {
    const gate = Promise.withResolvers<Buffer>()
    waiting.push(gate)
    return gate.promise
  }
  let open = 0
  const ends = Promise.allSettled(Array.from({ length: 9 }, (_, n) => once.bytes(`b/${n}.png`, 'image/png', draw)))
  while (open < 9) {
    await expect.poll(() => waiting.length).toBe(Math.min(9, open + 4))
    if (open === 2) waiting[open]?.reject(new Error('no'))
    else waiting[open]?.resolve(Buffer.of(open))
    open++
  }
  expect((await ends).filter(({ status }) => status === 'rejected')).toHaveLength(1)
})
