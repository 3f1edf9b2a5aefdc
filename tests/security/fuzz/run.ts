import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import type { Stack } from '../../stack.ts'
import { authRoutes } from './auth-routes.ts'
import { fire, newTally, type Tally } from './fire.ts'
import { describedRoutes, otherRoutes } from './routes.ts'
import { type Shot, shotAt } from './shots.ts'
import { makeWorld } from './world.ts'

export interface FuzzOptions {
  requests: number
  seed: number
  /** Told how many requests were sent so far. */
  progress?: ((sent: number) => void) | undefined
}

export interface Fuzzed extends Tally {
  /** Bytes of live objects, garbage collected: once it had warmed up, and at the end. */
  heap: { before: number; after: number }
  /** What is no longer right with the program afterwards, if anything. */
  harmed: string[]
}

const batch = 500

/** Asks for everything there is in every way that the schemas allow, and in many that they do not. The same seed asks the same. */
export async function fuzz(stack: Stack, { requests, seed, progress }: FuzzOptions): Promise<Fuzzed> {
  const unheard: string[] = []
  const hear = (error: unknown) => void unheard.push(String(error))
  process.on('unhandledRejection', hear)
  try {
    const world = await makeWorld(stack)
    const routes = [...describedRoutes(stack.app), ...otherRoutes, ...authRoutes]
    const shot = anyShot(routes)
    const tally = newTally()
    let before = 0
    await fire(
      stack.app,
      world,
      routes.flatMap((route) => fc.sample(shotAt(route), { numRuns: 1, seed })),
      tally,
    )
    for (let n = 0; tally.requests < requests; n++) {
      const numRuns = Math.min(batch, requests - tally.requests)
      await world.furnish()
      await world.nextVictim()
      await fire(stack.app, world, fc.sample(shot, { numRuns, seed: seed + n }), tally)
      if (before === 0 && tally.requests >= requests / 4) before = liveBytes()
      progress?.(tally.requests)
    }
    const harmed = [
      ...unheard.map((error) => `a promise failed with nobody to hear it: ${error}`),
      ...(await harm(stack)),
    ]
    return { ...tally, heap: { before, after: liveBytes() }, harmed }
  } finally {
    process.off('unhandledRejection', hear)
  }
}

/** An event that no view can take, or a job that nobody can do, would stay for ever. */
async function harm({ anyone, pool, store }: Stack): Promise<string[]> {
  await anyone().get('/api/version', { 'min-position': String(await store.head()) })
  const { body, text } = await anyone().get('/api/health/ready')
  const { rows } = await pool.query<{ task: string; error: string }>(
    'select task_identifier as task, last_error as error from graphile_worker.jobs where last_error is not null',
  )
  return [...(body.ready ? [] : [text]), ...rows.map(({ task, error }) => `the job ${task} fails: ${error}`)]
}

/** Asked less: hashing a password is slow on purpose, and without its campaign nothing is there any more. */
const rare =
  /(POST .*\/(sign-(in|up)\/email|(reset|change|verify)-password|leave|transfer-ownership)|DELETE \/api\/campaigns\/\{id\})$/

const anyShot = (routes: ReturnType<typeof describedRoutes>): fc.Arbitrary<Shot> =>
  fc.oneof(
    ...routes.map((route) => ({
      weight: rare.test(`${route.method} ${route.path}`) ? 1 : 4,
      arbitrary: shotAt(route),
    })),
  )

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const liveBytes = (): number => {
  collect()
  return process.memoryUsage().heapUsed
}
