/** @module-tag long */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stack, startStack } from '../stack.ts'
import { runsOf } from '../walk.ts'
import { authRoutes } from './fuzz/auth-routes.ts'
import { describedRoutes } from './fuzz/routes.ts'
import { fuzz } from './fuzz/run.ts'
import { smallWebApp } from './small-web-app.ts'

/** A little of `npm run faults -- door`, which asks 20,000 times. */

let stack: Stack
const dist = await smallWebApp()
beforeAll(async () => {
  stack = await startStack({ webApp: dist.root })
})
afterAll(async () => {
  await stack?.stop()
  await dist.remove()
})

test('whatever is asked is answered, and an error is a problem that tells nothing of the inside', async () => {
  const { wrong, harmed, statuses } = await fuzz(stack, { requests: runsOf(1_800, 20_000), seed: 4242 })
  expect(wrong).toEqual([])
  expect(harmed).toEqual([])
  const asked = [...describedRoutes(stack.app), ...authRoutes].map(({ method, path }) => `${method} ${path}`)
  expect(asked.length).toBeGreaterThan(100)
  expect(asked.filter((route) => !statuses.has(route))).toEqual([])
  // It gets past the door, rather than being refused everywhere.
  const entered = [...statuses.values()].filter((digits) => digits['2xx']).length
  expect(entered).toBeGreaterThan(asked.length / 3)
})
