import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { seeded } from '../../../demo/grammar.ts'
import { forEach } from '../../bench/lib/people.ts'
import { type Deed, type Doer, doSomething, type Place } from './deeds.ts'
import { type History, startHistory } from './history.ts'
import { type Person, signUp } from './person.ts'
import { until } from './until.ts'

export interface LoadOptions {
  urls: readonly string[]
  seed: number
  /** Default 6. The first is the installation's admin, and not among those who share campaigns. */
  people?: number | undefined
  /** Default 2; each person is in all of them, or in all of their table's. */
  campaigns?: number
  /** So many people share campaigns with each other, and with nobody else. Default: all of them. */
  atTable?: number
  /** Things that one person does at the same time. Default 1. */
  atOnce?: number
  /** What people do. Default: everything. */
  deed?: Deed
  /** Most milliseconds between two deeds of one person. Default 60. */
  thinkMs?: number
  /** What draws the pictures: a model of the free plan. */
  model: string
}

/** People who share campaigns and do what people do, until told to stop. */
export interface Load {
  history: History
  admin: Person
  people: readonly Person[]
  places: readonly Place[]
  /** Nobody begins anything more; resolves when all that was begun is acknowledged or refused. Rejects after `withinMs`. */
  stop(withinMs?: number): Promise<void>
}

const names = ['Ines', 'Tomasz', 'Wren', 'Adaeze', 'Bo', 'Mirela', 'Kofi', 'Sunniva', 'Ravi', 'Zahra']
const Made = z.object({ id: z.uuid() })
const Invitation = z.object({ code: z.string() })
const Wallet = z.object({ imageCredits: z.number() })

const foundCampaign = async (owner: Person, others: readonly Person[], n: number): Promise<Place> => {
  const made = await owner.command({
    method: 'POST',
    path: '/campaigns',
    body: { name: `The Drowned Bells ${n}` },
    emits: { CampaignCreated: [1, 1] },
  })
  const campaignId = Made.parse(made).id
  const invite = {
    method: 'POST',
    path: `/campaigns/${campaignId}/invitations`,
    body: {},
    emits: { InvitationCreated: [1, 1] },
  } as const
  const { code } = Invitation.parse(await owner.command(invite))
  for (const other of others)
    await other.command({ method: 'POST', path: `/campaigns/invites/${code}`, emits: { MemberJoined: [1, 1] } })
  return { campaignId, owner, members: others, folders: [] }
}

/** Signs people up, gives them campaigns and credits, and sets them going. */
export async function startLoad(options: LoadOptions): Promise<Load> {
  const { urls, seed, people: count = 6, campaigns = 2, atTable = count, atOnce = 1, thinkMs = 60 } = options
  const { model, deed = doSomething } = options
  const ending = new AbortController()
  const history = startHistory(String(seed))
  const way = { urls, history, signal: ending.signal }
  const admin = await signUp(way, 'Admin', 0)
  const people = await forEach(Array.from({ length: count }), 4, (_, n) =>
    signUp(way, `${names[n % names.length]}${n >= names.length ? n : ''}`, n),
  )
  const tables = Array.from({ length: Math.ceil(count / atTable) }, (_, n) =>
    people.slice(n * atTable, (n + 1) * atTable),
  )
  const founding = tables.flatMap((table) => Array.from({ length: campaigns }, (_, n) => ({ table, n })))
  const places = await forEach(founding, 4, ({ table, n }) => {
    const owner = table[n % table.length] as Person
    return foundCampaign(
      owner,
      table.filter((each) => each !== owner),
      n,
    )
  })
  await Promise.all(
    people.map((person) =>
      until(`${person.name} has credits`, 30_000, async () => (await person.get('/users/me', Wallet)).imageCredits > 0),
    ),
  )

  let stopped = false
  const live = async (person: Person, n: number) => {
    const random = seeded(seed * 1000 + n)
    const mine = places
      .filter(({ owner, members }) => owner === person || members.includes(person))
      .map((place): Doer => ({ person, admin, place, folders: [], lore: [], pictures: [], random, model }))
    while (!stopped && !ending.signal.aborted) {
      await deed(mine[Math.floor(random() * mine.length)] as Doer)
      await pause(random() * thinkMs)
    }
  }
  const lives = Promise.all(
    people.flatMap((person, n) => Array.from({ length: atOnce }, (_, turn) => live(person, n * atOnce + turn))),
  )
  // Whoever stops the load hears of it.
  lives.catch(() => undefined)

  return {
    history,
    admin,
    people,
    places,
    async stop(withinMs = 120_000) {
      stopped = true
      const patience = setTimeout(() => ending.abort(), withinMs)
      await lives.finally(() => clearTimeout(patience))
    },
  }
}
