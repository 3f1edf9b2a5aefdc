import { expect, it } from 'vitest'
import { z } from 'zod'
import { lift, upcasting } from '#domain/upcasters.ts'

const upcast = upcasting({
  FolderMade: [
    lift(z.object({ title: z.string() }), ({ title }) => ({ type: 'CollectionCreated', data: { name: title } })),
  ],
  CollectionCreated: [
    lift(z.strictObject({ name: z.string() }), ({ name }) => ({
      type: 'CollectionCreated',
      data: { name, rank: 'a0' },
    })),
  ],
  Endless: [lift(z.object({}), (data) => ({ type: 'Endless', data }))],
})

it('leaves an event of today alone', () => {
  const event = { type: 'CollectionCreated', data: { name: 'Maps', rank: 'b' } }
  expect(upcast(event)).toBe(event)
})

it('lifts an old shape step by step, keeping what is around it', () =>
  expect(upcast({ type: 'FolderMade', data: { title: 'Maps' }, position: 7n })).toEqual({
    type: 'CollectionCreated',
    data: { name: 'Maps', rank: 'a0' },
    position: 7n,
  }))

it('says so when an old shape also matches the new one', () =>
  expect(() => upcast({ type: 'Endless', data: {} })).toThrow('never ends'))
