import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../../../demo/grammar.ts'
import type { Installation, Part } from '../lib/installation.ts'
import { sculptorOf } from '../lib/processes.ts'
import type { Format, Maker } from './maker.ts'
import { chargeProblems, paidSince, type Round, timed } from './round.ts'
import { openStages } from './stages.ts'

const prompt = 'a sword in a stone'
const price = 50
const formats: readonly Format[] = ['STL', '3MF', 'OBJ']
const attempts = 3
const sendingMs = 250
const patience = 60_000

const sculpting = [
  ...['Reading the description', 'Modelling the body', 'Casting the surface', 'Painting'],
  ...['Taking its picture', 'Packing'],
]
const converting = ['Initializing', 'Processing 3D model geometry', 'Converting', 'Preparing download']
/** Before the first stage: while the request is on its way, and once it is acknowledged. */
const early = ['sent', 'acknowledged']
/** In one stage again and again, until no attempt is left. */
const [untilGivenUp, midway] = ['three times', { sculpting: 'Casting the surface', converting: 'Processing' }]

/** A process that is started again, or the child process that sculpts, which runs for one piece of work. */
export type Target = 'worker' | 'server' | 'sculptor'

export interface KillOptions {
  target: Target
  installation: Installation
  newMaker(): Promise<Maker>
  random: Random
  tell(line: string): void
}

type Killable = Pick<Part, 'kill' | 'revive'>

const killableOf = (target: Target, { parts }: Installation): Killable => {
  const part = parts[target === 'server' ? 'server' : 'worker 1']
  if (!part) throw new TypeError(`There is no ${target}`)
  if (target !== 'sculptor') return part
  return {
    async kill() {
      const pid = sculptorOf(part.pid() ?? 0)
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
    },
    revive: async () => undefined,
  }
}

interface Made {
  maker: Maker
  modelId: string
  position: string
}

/** Sends a command and kills at a moment of its work. Returns what the command was answered. */
const killing = (target: Target, installation: Installation, random: Random) => {
  const [url = ''] = installation.urls
  const killable = killableOf(target, installation)
  const kill = () => killable.kill().then(killable.revive)
  const killAt = async (stage: string, { maker, ...model }: Made) => {
    const stages = await openStages(url, maker.person, model)
    await Promise.race([stages.reached(stage), pause(patience)])
    await killable.kill()
    stages.close()
    await killable.revive()
  }
  return async (moment: string, again: string, send: () => Promise<Made>): Promise<Made> => {
    const sent = send()
    if (moment === 'sent') {
      await pause(random() * sendingMs)
      await kill()
      return sent
    }
    const made = await sent
    if (moment === 'acknowledged') await kill()
    else if (moment === untilGivenUp) for (let n = 0; n < attempts; n++) await killAt(again, made)
    else await killAt(moment, made)
    return made
  }
}

const momentsOf = (target: Target, stages: readonly string[]) => [
  ...(target === 'sculptor' ? [] : early),
  ...stages,
  untilGivenUp,
]

/** Kills in every stage of sculpting a model, then in every stage of converting one. */
export async function killInStages({ target, installation, newMaker, random, tell }: KillOptions): Promise<Round[]> {
  const sendAndKill = killing(target, installation, random)
  const rounds: Round[] = []
  const models: Made[] = []
  for (const moment of momentsOf(target, sculpting)) {
    tell(`sculpting, ${moment}`)
    const round = await timed(`sculpting, ${moment}`, async () => {
      const maker = await newMaker()
      const { balance } = await maker.wallet()
      const made = await sendAndKill(moment, midway.sculpting, () => requestedBy(maker))
      const model = await maker.ended(made.modelId)
      if (model.status === 'COMPLETED') models.push(made)
      const charge = { paid: await paidSince(maker, balance), price, mayFail: moment === untilGivenUp }
      return chargeProblems(model, charge)
    })
    rounds.push(round)
  }
  for (const [n, moment] of momentsOf(target, converting).entries()) {
    const made = models[Math.floor(n / formats.length) % models.length]
    const format = formats[n % formats.length]
    if (!made || !format) continue
    tell(`converting to ${format}, ${moment}`)
    const round = await timed(`converting to ${format}, ${moment}`, async () => {
      const send = () => convertedBy(made, format)
      const { balance } = await made.maker.wallet()
      await sendAndKill(moment, midway.converting, send)
      return conversionProblems(made, format, { moment, balance })
    })
    rounds.push(round)
  }
  return rounds
}

const requestedBy = async (maker: Maker): Promise<Made> => {
  const made = await maker.request({ prompt, name: 'Oath' })
  if (!made) throw new Error('The model was refused')
  return { maker, ...made }
}

const convertedBy = async ({ maker, modelId }: Made, format: Format): Promise<Made> => {
  const answer = await maker.convert(modelId, format)
  if (!answer) throw new Error('The conversion was refused')
  return { maker, modelId, position: String(answer.position) }
}

/** A conversion costs nothing and succeeds. One that was given up succeeds when it is requested again. */
const conversionProblems = async (
  { maker, modelId }: Made,
  format: Format,
  { moment, balance }: { moment: string; balance: number },
): Promise<string[]> => {
  const problems: string[] = []
  const isGivenUp = (await maker.converted(modelId, format, ['COMPLETED', 'FAILED'])) === 'FAILED'
  if (isGivenUp && moment !== untilGivenUp) problems.push('it failed')
  if (isGivenUp) {
    await maker.convert(modelId, format)
    await maker.converted(modelId, format, ['COMPLETED'])
  }
  const paid = await paidSince(maker, balance)
  return paid === 0 ? problems : [...problems, `it cost ${paid} credits`]
}
