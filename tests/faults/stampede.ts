import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { Fault } from './lib/fault.ts'
import { seconds as inSeconds, median, worst } from './lib/figures.ts'
import { startWhole } from './lib/installation.ts'
import type { Load } from './lib/load.ts'
import type { Person } from './lib/person.ts'
import { answersIn, underLoad } from './lib/under-load.ts'

/** At once, by the one account. */
const atOnce = 20
const letters = 20_000
const everybodyElse = 6
/** Nobody else may wait for longer. */
const boundMs = 5_000

const Lore = z.looseObject({ id: z.uuid() })
const Anything = z.looseObject({})

/** What the account asks for again and again, of lore that it saved so often. */
const stampedes: Record<string, (one: Person, lore: string, n: number) => Promise<unknown>> = {
  'the last change of a long history': (one, lore) => one.get(`/conjurations/${lore}/history?limit=1`, Anything),
  'its oldest changes': (one, lore) => one.get(`/conjurations/${lore}/history?limit=200&before=300`, Anything),
  'an old version back': (one, lore, n) =>
    one.command({
      method: 'POST',
      path: `/conjurations/${lore}/history/${1 + (n % 20)}/restore`,
      emits: { ConjurationVersionRestored: [0, 1] },
    }),
}

export default {
  about: `One account saves a page again and again, and then asks for its history, ${atOnce} times at once, while others work: nobody else waits.`,
  smallest: { rounds: 5, seconds: 1, people: 2, only: ['the last change of a long history'] },
  async run({ rounds: saves = 2000, seconds = 20, people: others = everybodyElse, seed, only, quick, dir, tell }) {
    const chosen = Object.keys(stampedes).filter((name) => only.length === 0 || only.includes(name))
    const rows: (string | number)[][] = []
    const late: string[] = []
    const { told, problems } = await underLoad(
      { start: (env) => startWhole(dir, env), load: { seed, people: others + 1, campaigns: 1, thinkMs: 200 } },
      async (_installation, load) => {
        const account = load.people.at(-1)
        const campaignId = load.places[0]?.campaignId
        if (!account || !campaignId) throw new Error('Nobody is there')
        const measured = async (what: string, during: () => Promise<number>) => {
          tell(what)
          const since = performance.now()
          const asked = await during()
          const waits = waitsOf(load, since, account)
          rows.push([what, asked, waits.length, `${Math.round(median(waits))} ms`, inSeconds(worst(waits))])
          if (worst(waits) > boundMs && !quick) late.push(`${what}: somebody else waited ${inSeconds(worst(waits))}`)
        }
        await measured('nothing', () => delay(seconds * 1000, 0))
        const lore = await writeMuch(account, campaignId, saves)
        for (const what of chosen) await measured(what, () => stampede(account, lore, what, seconds * 1000))
      },
    )
    return {
      columns: ['the account asks for', 'times answered', 'commands of others', 'they wait (median)', 'at worst'],
      rows,
      notes: [
        `The page was saved ${saves} times with ${letters} letters. ${others} others work at it and beside it. In all ${told.acknowledged} commands were acknowledged, ${told.refused} refused; other answers: ${answersIn(told)}. What the account itself waits is its own affair.`,
      ],
      problems: [...problems, ...late],
    }
  },
} satisfies Fault

const writeMuch = async (account: Person, campaignId: string, saves: number): Promise<string> => {
  const made = await account.command({
    method: 'POST',
    path: '/conjurations',
    body: { campaignId, name: 'A long story' },
    emits: { ConjurationCreated: [1, 1] },
  })
  const { id } = Lore.parse(made)
  const path = `/conjurations/${id}`
  for (let n = 0; n < saves; n++)
    await account.command({
      method: 'PATCH',
      path,
      body: { description: `${n} `.padEnd(letters, 'and so on ') },
      emits: { ConjurationDescribed: [1, 1] },
    })
  return id
}

/** Answers how often it was answered. */
const stampede = async (account: Person, lore: string, what: string, ms: number): Promise<number> => {
  const end = performance.now() + ms
  let answered = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < end) await stampedes[what]?.(account, lore, answered++)
    }),
  )
  return answered
}

/** Milliseconds that others waited for what they commanded since, those included who wait still. */
const waitsOf = ({ history }: Load, since: number, { name }: Person): number[] =>
  history.commands
    .filter(({ who, sentAt }) => who !== name && sentAt >= since)
    .map(({ sentAt, settledAt = performance.now() }) => settledAt - sentAt)
