import { setTimeout as pause } from 'node:timers/promises'
import type { ParserName } from '../../../backend/providers/parsers.ts'
import { type Account, type Message, type Method, openStranger, type Sent, signUp } from './account.ts'

/** Where an attack finds the installation and its ordinary users. */
export interface Target {
  url: string
  /** The campaign of the ordinary users, and an invitation to it. */
  campaignId: string
  invitation: string
}

/**
 * `stranger`: has no account. `free`: a new account with a campaign of its own, in which it makes what it likes. `member`: such an account that is
 * also a player of the ordinary users' campaign.
 */
export type AccountKind = 'stranger' | 'free' | 'member'

export interface Attacker extends Account {
  /** Its own campaign, with one lore item that has one text. Empty for strangers. */
  campaignId: string
  lore: string
  segment: string
  target: Target
  /** Further accounts of the same kind. */
  another(): Promise<Attacker>
  /** Counts every answer of the attack by its status. */
  count(sent: Sent): Sent
}

/** Sends until `signal` aborts. */
type Run = (signal: AbortSignal) => Promise<unknown>

/** A row of the table. A new route with a large body, an upload or a parser joins by a row. */
export interface Attack {
  name: string
  as: AccountKind
  /** Routes that the attack sends to, such as `POST /api/content-segments`. */
  routes: readonly string[]
  /** Rows of `backend/providers/parsers.ts` whose input it makes expensive. */
  parsers?: readonly ParserName[]
  /** Makes what the attack needs, before anything is measured. */
  prepare(attacker: Attacker): Promise<Run> | Run
}

/** Repeats a request so many times in parallel, until the signal aborts. Answers with 429 and connections that fail wait a little, as a tool would. */
export const flood =
  (parallel: number, request: (n: number, signal: AbortSignal) => Promise<Sent>): Run =>
  async (signal) => {
    let n = 0
    const worker = async () => {
      while (!signal.aborted) {
        const { status } = await request(n++, signal)
        if (status === 429 || status === 'cut off') await pause(20)
      }
    }
    await Promise.all(Array.from({ length: parallel }, worker))
  }

/** Sends the same message to one route, again and again. */
export const repeat = (
  attacker: Attacker,
  parallel: number,
  [method, path]: readonly [Method, string],
  message: (n: number) => Message = () => ({}),
): Run =>
  flood(parallel, async (n, signal) => attacker.count(await attacker.send(method, path, { ...message(n), signal })))

/** Opens the account of an attack. */
export async function openAttacker(kind: AccountKind, target: Target, count: Attacker['count']): Promise<Attacker> {
  const account = kind === 'stranger' ? openStranger(target.url, 2) : await signUp(target.url, 2, 'Mallory')
  const another = () => openAttacker(kind, target, count)
  const attacker = Object.assign(account, { campaignId: '', lore: '', segment: '', target, another, count })
  if (kind === 'stranger') return attacker
  const { id } = await account.need('POST', '/api/campaigns', { body: { name: 'Den' } })
  const lore = { campaignId: id, name: 'Trap', description: 'A trap.' }
  const { id: made } = await account.need('POST', '/api/conjurations', { body: lore })
  const segment = { entityType: 'CONJURATION', entityId: made, type: 'STORY', title: 'Story', content: 'A story.' }
  const { id: textId, position } = await account.need('POST', '/api/content-segments', { body: segment })
  await account.need('GET', `/api/texts/${textId}`, { headers: { 'min-position': String(position) } })
  if (kind === 'member') await account.need('POST', `/api/campaigns/invites/${target.invitation}`, { body: {} })
  return Object.assign(attacker, { campaignId: id, lore: made, segment: textId })
}
