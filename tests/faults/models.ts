import { seeded } from '../../demo/grammar.ts'
import { ball, glbOf } from '../glbs.ts'
import { startStability3d } from '../vendors/models-3d.ts'
import { checkModels } from './lib/checks/models.ts'
import type { Fault, FaultOptions } from './lib/fault.ts'
import { median, seconds, worst } from './lib/figures.ts'
import { type FinalChecks, finalChecks } from './lib/final-checks.ts'
import { startHistory } from './lib/history.ts'
import { type Env, type Installation, startSplit, startWhole } from './lib/installation.ts'
import { inParts } from './lib/parts.ts'
import { type Person, signUp } from './lib/person.ts'
import { killInStages, type Target } from './models/kills.ts'
import { type Maker, newMaker, welcomeCredits } from './models/maker.ts'
import { completing, credits, pictures, tabs } from './models/races.ts'
import { type Round, timed } from './models/round.ts'

/** After this, what no attempt is left for has failed. */
const deadlineSeconds = 180
const env: Env = { WELCOME_CREDITS: String(welcomeCredits), MODEL_DEADLINE_SECONDS: String(deadlineSeconds) }

interface Workshop {
  installation: Installation
  admin: Person
  nextMaker(): Promise<Maker>
}
type Options = Pick<FaultOptions, 'seed' | 'tell'> & { rounds: number }
interface Done extends FinalChecks {
  rounds: Round[]
}
interface Part {
  name: string
  run(place: string, options: Options): Promise<Done>
}

/** Runs an installation, does `work` in it, and compares the result with what its users received. */
const inWorkshop = async (
  start: () => Promise<Installation>,
  seed: number,
  work: (workshop: Workshop) => Promise<Round[]>,
): Promise<Done> => {
  const installation = await start()
  const ending = new AbortController()
  try {
    const history = startHistory(String(seed))
    const way = { urls: installation.urls, history, signal: ending.signal }
    const admin = await signUp(way, 'Admin', 0)
    let makers = 0
    const rounds = await work({ installation, admin, nextMaker: () => newMaker(way, admin, ++makers) })
    return { rounds, ...(await finalChecks(installation, history.commands)) }
  } catch (error) {
    throw new Error(`It went wrong, and the processes said:\n${installation.complaints().slice(-4000)}`, {
      cause: error,
    })
  } finally {
    ending.abort()
    await installation.stop()
  }
}

const killed = (name: string, target: Target): Part => ({
  name,
  run(place, { rounds, seed, tell }) {
    const random = seeded(seed)
    const start = () => (target === 'server' ? startWhole(place, env) : startSplit(place, { env }))
    return inWorkshop(start, seed, async ({ installation, nextMaker }) => {
      const done: Round[] = []
      for (let n = 0; n < rounds; n++)
        done.push(...(await killInStages({ target, installation, newMaker: nextMaker, random, tell })))
      return done
    })
  },
})

/** Rounds with an emulated vendor, which works for as long as they need. */
const raced = (name: string, races: typeof tabs): Part => ({
  name,
  async run(place, { rounds, seed, tell }) {
    const apiKey = 'sk-models'
    const vendor = await startStability3d({ apiKey })
    const settings = { MODEL_PROVIDER: 'stability', STABILITY_API_KEY: apiKey, STABILITY_BASE_URL: vendor.url }
    const glb = await glbOf(ball(12))
    const start = () => startSplit(place, { env: { ...env, ...settings } })
    try {
      return await inWorkshop(start, seed, async ({ installation, admin, nextMaker }) => {
        const done: Round[] = []
        for (let n = 0; n < rounds; n++)
          for (const [what, race] of Object.entries(races)) {
            tell(what)
            vendor.next(completing(glb))
            const maker = await nextMaker()
            done.push(await timed(what, () => race({ installation, admin, maker, vendor })))
          }
        return done
      })
    } finally {
      await vendor.close()
    }
  },
})

const parts: Readonly<Record<string, Part>> = {
  worker: killed('the worker killed', 'worker'),
  server: killed('the server killed', 'server'),
  sculptor: killed('the child process killed', 'sculptor'),
  tabs: raced('two tabs', tabs),
  credits: raced('credits that run out', credits),
  pictures: raced('the picture disappears', pictures),
}

const columns = [
  ...['what', 'rounds', 'models', 'completed', 'failed', 'timed out', 'deleted', 'captured', 'released'],
  ...['converted', 'not converted', 'a round (median)', 'at worst', 'checks'],
]
const notes = [
  `The deadline of models and conversions is ${deadlineSeconds} s here (600 by default). In each stage means: while the request is on its way, once it is acknowledged, in each stage that is reported to the user, and in one stage three times, after which no attempt is left.`,
]

export default {
  about:
    'SIGKILL in each stage of sculpting and converting, two tabs at once, credits that run out and pictures that disappear: each model has one outcome, and is charged once or not at all.',
  smallest: { rounds: 1, only: ['tabs'] },
  async run({ rounds = 2, seed, ...options }) {
    const found = await inParts(parts, options, async ({ name, run }, place) => {
      const done = await run(place, { rounds, seed, tell: options.tell })
      const { counts, problems } = checkModels(done.log)
      const wrong = done.rounds.flatMap(({ what, problems }) => problems.map((problem) => `${what}: ${problem}`))
      const times = done.rounds.map(({ ms }) => ms)
      const count = (...types: string[]) => types.reduce((sum, type) => sum + (counts[type] ?? 0), 0)
      const ends = ['ModelGenerationCompleted', 'ModelGenerationFailed', 'ModelGenerationTimedOut']
      const cells = [...ends, 'ModelDeleted', 'CreditsCaptured', 'CreditsReleased', 'ModelConversionCompleted']
      const row = [name, done.rounds.length, count(...ends, 'late'), ...cells.map((type) => count(type))]
      row.push(count('ModelConversionFailed'), seconds(median(times)), seconds(worst(times)))
      return { row, problems: [...wrong, ...problems, ...done.problems] }
    })
    return { columns, notes, ...found }
  },
} satisfies Fault
