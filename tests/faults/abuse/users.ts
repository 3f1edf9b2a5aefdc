import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import WebSocket from 'ws'
import { forEach } from '../../bench/lib/people.ts'
import { type Account, type Sent, signUp } from './account.ts'

/** Ordinary users, and what they wait for. */

interface User extends Account {
  campaignId: string
  lore: string
  segment: string
  revision: number
}
type Action = (user: User) => Promise<Sent>

export interface Crowd {
  campaignId: string
  /** An invitation to the campaign of the users. */
  invitation: string
  /** Lets all users work for so long; resolves with everything that they sent. */
  work(ms: number): Promise<Observed[]>
  close(): void
}
export interface Observed extends Sent {
  action: string
}

const perCampaign = 10
/** Mean milliseconds between two requests of one user: below what an account may send. */
const thinkMs = 250

const actions: Readonly<Record<string, Action>> = {
  'reads lore': (user) => user.send('GET', `/api/conjurations/${user.lore}`),
  'opens the campaign': (user) => user.send('GET', `/api/campaigns/${user.campaignId}`),
  'lists lore': (user) => user.send('GET', `/api/conjurations?campaignId=${user.campaignId}`),
  async types(user) {
    const body = { id: randomUUID(), base: user.revision, ops: [{ insert: 'The gulls rise. ' }] }
    const sent = await user.send('POST', `/api/texts/${user.segment}/changes`, { body })
    if (sent.status === 200) user.revision = sent.body.revision
    return sent
  },
  searches: (user) => user.send('GET', `/api/search?campaignId=${user.campaignId}&term=harbour`),
  subscribes: (user) => subscribe(user),
}

/** Opens a socket and closes it after its first message. */
const subscribe = ({ url, headers }: Account): Promise<Sent> => {
  const since = performance.now()
  const { promise, resolve } = Promise.withResolvers<Sent>()
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/realtime`, { headers })
  const end = (status: Sent['status']) => {
    resolve({ status, ms: performance.now() - since, body: undefined })
    socket.terminate()
  }
  socket.once('message', () => end(200))
  socket.once('unexpected-response', (_request, { statusCode = 0 }) => end(statusCode))
  socket.once('error', () => end('cut off'))
  return promise
}

const gather = async (url: string, owner: Account, others: readonly Account[]) => {
  const { id } = await owner.need('POST', '/api/campaigns', { body: { name: 'Tidewater' } })
  const { code } = await owner.need('POST', `/api/campaigns/${id}/invitations`, { body: {} })
  for (const other of others) await other.need('POST', `/api/campaigns/invites/${code}`, { body: {} })
  const users = await forEach([owner, ...others], 2, async (account, n): Promise<User> => {
    const text = `The harbour of ${n} lies in fog until noon. `.repeat(20)
    const lore = { campaignId: id, name: `Harbour ${n}`, description: text, visibility: 'CAMPAIGN' }
    const { id: made } = await account.need('POST', '/api/conjurations', { body: lore })
    const segment = { entityType: 'CONJURATION', entityId: made, type: 'STORY', title: 'Story', content: text }
    const { id: textId, position } = await account.need('POST', '/api/content-segments', { body: segment })
    const at = { 'min-position': String(position) }
    const { revision } = await account.need('GET', `/api/texts/${textId}`, { headers: at })
    return Object.assign(account, { url, campaignId: id, lore: made, segment: textId, revision })
  })
  return { campaignId: id as string, invitation: code as string, users }
}

/** Signs up so many users, in campaigns of ten, each with lore and an open window. */
export async function openCrowd(url: string, people: number): Promise<Crowd> {
  const numbers = Array.from({ length: people }, (_, n) => n)
  const accounts = await forEach(numbers, 2, (n) => signUp(url, 1, `User ${n}`))
  const tables = []
  for (let n = 0; n < people; n += perCampaign) {
    const [owner, ...others] = accounts.slice(n, n + perCampaign)
    if (owner) tables.push(await gather(url, owner, others))
  }
  const [first] = tables
  if (!first) throw new Error('There are no users')
  const users = tables.flatMap((table) => table.users)
  const windows = users.map(({ headers }) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/realtime`, { headers })
    socket.on('error', () => undefined)
    return socket
  })
  const names = Object.keys(actions)
  return {
    campaignId: first.campaignId,
    invitation: first.invitation,
    async work(ms) {
      const end = performance.now() + ms
      const observed: Observed[] = []
      await Promise.all(
        users.map(async (user, n) => {
          await pause(Math.random() * thinkMs)
          for (let turn = n; performance.now() < end; turn++) {
            const action = names[turn % names.length] ?? ''
            const sent = await (actions[action] as Action)(user)
            observed.push({ ...sent, action })
            await pause(thinkMs * (0.5 + Math.random()))
          }
        }),
      )
      return observed
    },
    close() {
      for (const socket of windows) socket.terminate()
    },
  }
}
