import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { baseUrl } from '../../stack.ts'
import type { Shot } from './shots.ts'
import { wrongWith } from './verdict.ts'
import type { World } from './world.ts'

/** Milliseconds after which a request counts as hanging: well above what a request may wait for the views (5 s). */
const patienceMs = 20_000

export interface Wrong {
  what: string
  who: string
  request: string
  answer: string
}

/** What came of requests, by route. */
export interface Tally {
  requests: number
  /** Requests by the first digit of their status. */
  statuses: Map<string, Record<string, number>>
  slowest: { ms: number; request: string }
  wrong: Wrong[]
}

export const newTally = (): Tally => ({
  requests: 0,
  statuses: new Map(),
  slowest: { ms: 0, request: '' },
  wrong: [],
})

const label = ({ route }: Shot) => `${route.method} ${route.path}`
/** Wrongs that are told in full; of the rest their number. */
const mostTold = 50

/** Sends the shots, some at a time, and looks at each answer. */
export async function fire(app: FastifyInstance, world: World, shots: Iterable<Shot>, tally: Tally, atOnce = 8) {
  const next = shots[Symbol.iterator]()
  const gunner = async () => {
    for (let one = next.next(); !one.done; one = next.next()) await shoot(app, world, one.value, tally)
  }
  await Promise.all(Array.from({ length: atOnce }, gunner))
}

async function shoot(app: FastifyInstance, { ids, headersOf }: World, shot: Shot, tally: Tally) {
  // What is done to accounts is done to those who are there for it.
  const toVictims = shot.route.path.startsWith('/api/auth/')
  const fill = (text: string) => ids.fill(toVictims ? text.replace(/~(upper_)?\w+:/g, '~$1victims:') : text, shot.who)
  const request: InjectOptions = {
    method: shot.route.method as 'GET',
    url: fill(shot.url),
    headers: { host: 'loreloom.test', origin: baseUrl, ...headersOf(shot.who), ...shot.headers },
    ...(shot.payload === undefined ? {} : { payload: Buffer.from(fill(shot.payload), 'latin1') }),
  }
  const since = performance.now()
  const answer = await inTime(app.inject(request))
  const ms = performance.now() - since
  tally.requests++
  count(tally, shot, answer)
  const described =
    `${request.method} ${request.url} ${JSON.stringify(shot.headers)} ${String(request.payload ?? '')}`.slice(0, 600)
  if (ms > tally.slowest.ms) tally.slowest = { ms, request: described }

  const what = answer === undefined ? 'no answer in time' : wrongWith(answer, shot)
  if (what !== undefined && tally.wrong.length < mostTold)
    tally.wrong.push({ what, who: shot.who, request: described, answer: answer?.body.slice(0, 600) ?? '' })
  if (answer && answer.statusCode < 300 && /json/.test(String(answer.headers['content-type']))) learn(ids, answer, shot)
}

function learn(ids: World['ids'], answer: LightMyRequestResponse, { route, who }: Shot) {
  if (route.path.startsWith('/api/auth/') || answer.body.length > 100_000) return
  const [last = ''] = route.path
    .split('/')
    .filter((part) => part && !part.startsWith('{'))
    .slice(-1)
  ids.learn(answer.json(), last, who)
}

function count({ statuses }: Tally, shot: Shot, answer: LightMyRequestResponse | undefined) {
  const digit = answer ? `${Math.floor(answer.statusCode / 100)}xx` : 'none'
  const before = statuses.get(label(shot)) ?? {}
  statuses.set(label(shot), { ...before, [digit]: (before[digit] ?? 0) + 1 })
}

const inTime = async <T>(work: Promise<T>): Promise<T | undefined> => {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), patienceMs)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
