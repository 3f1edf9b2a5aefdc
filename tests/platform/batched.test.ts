import { expect, test } from 'vitest'
import { batched } from '../../backend/platform/batched.ts'

test('what is asked for in one turn is loaded together, and nothing is remembered', async () => {
  const loads: string[][] = []
  const length = batched<number>(async (keys) => {
    loads.push([...keys])
    return new Map(keys.filter((key) => key !== 'none').map((key) => [key, key.length]))
  })
  expect(await Promise.all([length('one'), length('three'), length('one'), length('none')])).toEqual([
    3,
    5,
    3,
    undefined,
  ])
  expect(await length('one')).toBe(3)
  expect(loads).toEqual([['one', 'three', 'none'], ['one']])
})

test('a load that fails fails for all who asked, and for nobody after them', async () => {
  let fails = true
  const length = batched<number>(async (keys) => {
    if (fails) throw new Error('away')
    return new Map(keys.map((key) => [key, key.length]))
  })
  const both = await Promise.allSettled([length('one'), length('two')])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  fails = false
  expect(await length('one')).toBe(3)
})
