import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Target } from './abuse/attack.ts'
import type { Order, Report } from './abuse/attack-process.ts'
import { attacks } from './abuse/attacks.ts'
import { raisePriority, raiseSessions } from './abuse/priority.ts'
import { type Crowd, type Observed, openCrowd } from './abuse/users.ts'
import type { Fault } from './lib/fault.ts'
import { type Installation, startWhole } from './lib/installation.ts'

/** Ordinary users may wait so long at the 99th percentile. */
const boundMs = 100
/** A machine on which they wait for longer without an attack is too busy to judge one. */
const quietMs = 50
/** An attack that could not be judged is repeated. */
const attempts = 3

interface Measured {
  requests: number
  p50: number
  p99: number
  slowest: string
  failed: readonly string[]
}

const at = (sorted: readonly Observed[], part: number) =>
  sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)]

const measure = (observed: readonly Observed[]): Measured => {
  const sorted = observed.toSorted((one, other) => one.ms - other.ms)
  const failed = observed.filter(({ status }) => typeof status !== 'number' || status >= 500)
  const last = at(sorted, 0.99)
  return {
    requests: observed.length,
    p50: at(sorted, 0.5)?.ms ?? 0,
    p99: last?.ms ?? 0,
    slowest: last?.action ?? '',
    failed: failed.map(({ action, status, body }) => `${action}: ${status} ${JSON.stringify(body) ?? ''}`),
  }
}

/** Runs an attack in a process of its own; resolves once it is prepared. */
async function prepareAttack(attack: string, target: Target, ms: number) {
  const child = fork(join(import.meta.dirname, 'abuse/attack-process.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // In a session of its own, so that it does not share the raised priority of this one.
    detached: true,
  })
  const orphan = () => child.kill('SIGKILL')
  process.prependOnceListener('exit', orphan)
  child.once('exit', () => process.off('exit', orphan))
  const next = async (): Promise<Exclude<Report, { failure: string }>> => {
    const [report] = (await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => [{ failure: `${attack}: its process ended` }]),
    ])) as [Report]
    if (report !== 'prepared' && 'failure' in report) throw new Error(`${attack}: ${report.failure}`)
    return report
  }
  child.send({ attack, target, ms } satisfies Order)
  await next().catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  return {
    /** Resolves with the answers of the attack, counted by their status. */
    async run() {
      child.send('begin')
      const report = await next()
      return report === 'prepared' ? {} : report.statuses
    },
    end: () => child.kill('SIGKILL'),
  }
}

const milliseconds = (ms: number) => `${Math.round(ms)} ms`
const answersOf = (statuses: Record<string, number>) =>
  Object.entries(statuses)
    .toSorted(([, one], [, other]) => other - one)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ') || 'none'

interface Row {
  name: string
  statuses: Record<string, number>
  before: Measured
  during: Measured
  /** How late the event loop of this process, which sends the users' requests and nothing else, was at the 99th percentile. */
  ownDelay: number
}

type Verdict = 'holds' | 'exceeded' | 'not judged'
const verdictOf = ({ before, during }: Row): Verdict => {
  if (during.p99 <= boundMs) return 'holds'
  return before.p99 <= quietMs ? 'exceeded' : 'not judged'
}

/** Attacks beside the crowd, whose waits are measured before and meanwhile. */
async function attackBeside(crowd: Crowd, name: string, target: Target, ms: number): Promise<Row> {
  const attack = await prepareAttack(name, target, ms)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  try {
    const before = measure(await crowd.work(Math.min(ms, 3000)))
    delay.enable()
    const [statuses, observed] = await Promise.all([attack.run(), crowd.work(ms)])
    return { name, statuses, before, during: measure(observed), ownDelay: delay.percentile(99) / 1e6 }
  } finally {
    delay.disable()
    attack.end()
  }
}

const problemsOf = (row: Row, quick: boolean): string[] => {
  const { name, before, during } = row
  const failed = during.failed.slice(0, 3).map((each) => `${name}: an ordinary user got an error: ${each}`)
  const verdict = verdictOf(row)
  if (quick || verdict === 'holds') return failed
  const late = `${name}: ordinary users waited ${milliseconds(during.p99)} at the 99th percentile (${during.slowest}), more than ${boundMs} ms`
  const busy = `; the machine is too busy to judge it: ${milliseconds(before.p99)} without the attack`
  return [...failed, verdict === 'exceeded' ? late : `${late}${busy}`]
}

const describe = ({ before, during, statuses }: Row) =>
  `p99 ${milliseconds(before.p99)} before, ${milliseconds(during.p99)} meanwhile (${during.slowest}); ${answersOf(statuses)}`

const isAlive = async ({ urls, parts }: Installation, pid: number | undefined) => {
  const response = await fetch(`${urls[0]}/api/health/live`).catch(() => undefined)
  return response?.status === 200 && parts.server?.pid() === pid
}

export default {
  about:
    'Free accounts attack the server in every known way beside ordinary users, whose requests stay quick and without an error.',
  smallest: { people: 2, seconds: 1, only: ['slow Markdown of 60 kB in new segments'] },
  async run({ people = 20, seconds = 5, only, quick, dir, tell }) {
    const unknown = only.find((name) => !attacks.some((attack) => attack.name.includes(name)))
    if (unknown !== undefined) throw new TypeError(`There is no attack named ${unknown}`)
    const chosen = attacks.filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part)))
    const lowerAgain = quick ? () => undefined : raisePriority()
    const env = { RATE_LIMITS: 'on', TRUST_PROXY: 'true', WELCOME_CREDITS: '1000' }
    // For a profile of what an attack does, such as `--cpu-prof`.
    const installation = await startWhole(dir, env, process.env.FAULT_NODE_OPTIONS?.split(' ') ?? [])
    const pid = installation.parts.server?.pid()
    const processes = Object.values(installation.parts).flatMap((part) => part.pid() ?? [])
    const raising = quick ? undefined : setInterval(() => raiseSessions(processes), 500)
    const problems: string[] = []
    const rows: Row[] = []
    let crowd: Crowd | undefined
    try {
      const [url = ''] = installation.urls
      tell(`${people} users sign up`)
      crowd = await openCrowd(url, people)
      const target = { url, campaignId: crowd.campaignId, invitation: crowd.invitation }
      await crowd.work(quick ? 0 : 2000)
      const baseline = measure(await crowd.work(seconds * 1000))
      rows.push({ name: 'none', statuses: {}, before: baseline, during: baseline, ownDelay: 0 })
      for (const { name } of chosen) {
        tell(name)
        let row: Row | undefined
        try {
          for (let n = 1; n <= attempts; n++) {
            row = await attackBeside(crowd, name, target, seconds * 1000)
            tell(describe(row))
            if (quick || verdictOf(row) !== 'not judged') break
          }
        } catch (error) {
          problems.push(`${name}: it cannot be tried: ${error instanceof Error ? error.message : error}`)
        }
        if (!row) continue
        rows.push(row)
        problems.push(...problemsOf(row, quick))
        if (await isAlive(installation, pid)) continue
        problems.push(`${name}: the server ended: ${installation.complaints().slice(-2000)}`)
        break
      }
    } finally {
      clearInterval(raising)
      crowd?.close()
      await installation.stop()
      lowerAgain()
    }
    return {
      columns: [
        'attack',
        'its answers',
        'requests of users',
        'p50 before',
        'p99 before',
        'p50',
        'p99',
        'of before',
        'own delay',
        'errors',
        '100 ms',
      ],
      rows: rows.map((row) => {
        const { name, statuses, before, during, ownDelay } = row
        return [
          name,
          answersOf(statuses),
          during.requests,
          milliseconds(before.p50),
          milliseconds(before.p99),
          milliseconds(during.p50),
          milliseconds(during.p99),
          `${(during.p99 / before.p99).toFixed(1)} ×`,
          milliseconds(ownDelay),
          during.failed.length,
          verdictOf(row),
        ]
      }),
      notes: [
        `${people} users read, open a campaign, list, type, search and subscribe, some ${people * 4} requests a second. Each attack lasts ${seconds} s, with the rate limits as installed; "before" is measured right before it. An attack is not judged where their p99 without it is more than ${quietMs} ms. "Own delay" is how late the process that sends their requests was at the 99th percentile.`,
      ],
      problems,
    }
  },
} satisfies Fault
