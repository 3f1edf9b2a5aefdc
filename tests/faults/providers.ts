import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { imageModels } from '#domain/image-catalogue.ts'
import { drawn, outcomes, type StabilityCall } from '../vendors/stability.ts'
import { checkPictures } from './lib/checks/pictures.ts'
import type { Fault } from './lib/fault.ts'
import { seconds } from './lib/figures.ts'
import { type Installation, startSplit } from './lib/installation.ts'
import type { Load } from './lib/load.ts'
import { signUp } from './lib/person.ts'
import { quickModel, underLoad } from './lib/under-load.ts'
import { until } from './lib/until.ts'

type Answer = (call: StabilityCall, signal: AbortSignal) => Response | Promise<Response>

const deadlineSeconds = 15
/** The queue tries a fault again after three, seven and twenty seconds, and gives a picture up a minute after its deadline. */
const patience = 150_000

const first =
  (calls: number, one: Answer, then: Answer = outcomes.picture): (() => Answer) =>
  () => {
    const asked = new Map<string, number>()
    return (call, signal) => {
      const prompt = String(call.fields.prompt)
      const times = (asked.get(prompt) ?? 0) + 1
      asked.set(prompt, times)
      return (times <= calls ? one : then)(call, signal)
    }
  }
const always = (one: Answer) => first(Number.POSITIVE_INFINITY, one)

/** What the vendor does with a picture. `lost`: it answers, and the worker is killed before anybody has written that down. */
const ways: Readonly<Record<string, { way: () => Answer; lost?: true }>> = {
  'hangs for ever': { way: always(outcomes.never) },
  'answers after the deadline': {
    way: always(async (call) => {
      await pause((deadlineSeconds + 4) * 1000)
      return drawn(call, 'SUCCESS')
    }),
  },
  'fails for ever': { way: always(outcomes.failing) },
  'fails twice, then draws': { way: first(2, outcomes.failing) },
  'breaks off half-way, then draws': { way: first(1, outcomes['cut-off']) },
  'answers rubbish, then draws': { way: first(1, outcomes['broken-json']) },
  'answers what is no picture, then draws': { way: first(1, outcomes['not-a-picture']) },
  'is asked too often, then draws': { way: first(1, outcomes['rate-limited']) },
  'says no': { way: always(outcomes.filtered) },
  'draws, and its answer is lost': {
    way: always(async (call) => {
      await pause(300 + Math.random() * 300)
      return drawn(call, 'SUCCESS')
    }),
    lost: true,
  },
}

const Pictures = z.object({ images: z.array(z.object({ id: z.uuid() })) })
const Standing = z.object({ generating: z.boolean() })

/** Everybody asks for a picture; resolves with their ids when no one waits any more, and how long the slowest took. */
const askAll = async ({ people, places }: Load, prompts: string, each: number) => {
  const modelId = imageModels.find(({ slug }) => slug === quickModel)?.id
  const since = performance.now()
  const asked = await Promise.all(
    people.flatMap((person, n) =>
      Array.from({ length: each }, async (_, turn) => {
        const body = {
          modelId,
          prompt: `${prompts} ${n} ${turn}`,
          width: 1024,
          height: 1024,
          campaignId: places[0]?.campaignId,
        }
        const emits = { CreditsHeld: [1, 1], ImageRequested: [1, 1] } as const
        const answer = await person.command({ method: 'POST', path: '/images', body, emits })
        return { person, id: Pictures.parse(answer).images[0]?.id ?? '' }
      }),
    ),
  )
  await Promise.all(
    asked.map(({ person, id }) =>
      until(
        'a picture that somebody waits for comes, or is given up',
        patience,
        async () => !(await person.get(`/images/${id}`, Standing)).generating,
      ),
    ),
  )
  return { ids: new Set(asked.map(({ id }) => id)), took: performance.now() - since }
}

const Wallet = z.object({ imageCredits: z.number() })

/** A new account's credits are a job like any other: they must not wait for a vendor that hangs. */
const welcomeMeanwhile = async ({ urls }: Installation, { history }: Load, name: string) => {
  const person = await signUp({ urls, history, signal: new AbortController().signal }, name, 0)
  await until('a new account has its credits while the vendor misbehaves', 15_000, async () => {
    return (await person.get('/users/me', Wallet)).imageCredits > 0
  })
}

/** Three times, in the middle of answers: what was answered and not yet written down is asked for again. */
const killMeanwhile = async ({ parts }: Installation) => {
  const worker = parts['worker 1']
  if (!worker) throw new TypeError('There is no worker')
  for (let kills = 0; kills < 3; kills++) {
    await pause(300 + Math.random() * 300)
    await worker.kill()
    await worker.revive()
  }
}

export default {
  about:
    'An image provider that hangs, fails, answers rubbish, too late, or twice: credits are held once, and captured or given back once.',
  smallest: { people: 2, only: ['says no'] },
  async run({ rounds = 1, people = 4, seed, only, dir, tell }) {
    const place = join(dir, 'providers')
    mkdirSync(place)
    const env = { IMAGE_DEADLINE_SECONDS: String(deadlineSeconds), JOBS_AT_ONCE: '64' }
    const { result, log, problems } = await underLoad(
      { start: (given) => startSplit(place, { env: { ...given, ...env } }), load: { seed, people, thinkMs: 400 } },
      async (installation, load, vendor) => {
        const done: { name: string; ids: Set<string>; took: number; calls: number }[] = []
        for (const [name, { way, lost }] of Object.entries(ways)) {
          if (only.length > 0 && !only.some((word) => name.includes(word))) continue
          tell(`the vendor ${name}`)
          const answer = way()
          vendor.next(...Array.from({ length: 2000 }, () => answer))
          const meanwhile = lost
            ? killMeanwhile(installation)
            : welcomeMeanwhile(installation, load, `Newcomer${done.length}`)
          const prompts = `While it ${name},`
          const asking = askAll(load, prompts, 2 * rounds)
          const [{ ids, took }] = await Promise.all([asking, meanwhile])
          vendor.forget()
          const calls = vendor.calls.filter(({ fields }) => fields.prompt?.startsWith(prompts)).length
          done.push({ name, ids, took, calls })
        }
        return done
      },
    )
    const judged = result.map((one) => ({ ...one, ...checkPictures(log, (id) => one.ids.has(id)) }))
    const rows = judged.map(({ name, ids, calls, counts, took, problems: wrong }) => [
      name,
      ids.size,
      calls,
      counts.ImageGenerated ?? 0,
      counts.late ?? 0,
      counts.ImageFailed ?? 0,
      counts.ImageFiltered ?? 0,
      counts.ImageTimedOut ?? 0,
      counts.CreditsCaptured ?? 0,
      counts.CreditsReleased ?? 0,
      seconds(took),
      wrong.length === 0 ? 'hold' : 'FAIL',
    ])
    const columns = [
      'the vendor',
      'pictures',
      'calls',
      'drawn',
      'late, for nothing',
      'failed',
      'filtered',
      'timed out',
      'captured',
      'released',
      'slowest wait',
      'checks',
    ]
    const wrong = judged.flatMap(({ name, problems: some }) => some.map((problem) => `${name}: ${problem}`))
    const note = `The deadline is ${deadlineSeconds} s here (180 by default) and a worker has 64 places. Each time a new account, made meanwhile, has its welcome credits within 15 s.`
    return { columns, rows, notes: [note], problems: [...wrong, ...problems] }
  },
} satisfies Fault
