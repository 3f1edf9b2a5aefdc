import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { EventStore } from '#eventstore'
import type { RealtimeOptions } from '../../backend/realtime/admission.ts'
import { type Feed, openFeed } from '../../backend/realtime/feed.ts'
import { realtime } from '../../backend/realtime/gateway.ts'
import type { FeedRow } from '../../backend/realtime/row.ts'
import { abilityOn } from '../../backend/realtime/topics/ability.ts'
import { createTopics } from '../../backend/realtime/topics/topics.ts'
import { memoryStore } from '../memory-store.ts'
import { append, eventually, fact, kernel, silent } from './kernel.ts'

// biome-ignore lint/suspicious/noExplicitAny: each test says what it expects of a message
type Message = any

let store: EventStore
let k: Awaited<ReturnType<typeof kernel>>
let feed: Feed
let app: FastifyInstance
let ended: Set<string>

beforeEach(async () => {
  store = memoryStore()
  k = await kernel(store)
  k.project()
  ended = new Set()
  feed = await openFeed({ postgres: k.postgres, pool: k.pool, log: silent })
  k.closing.push(feed.close)
})
afterEach(async () => {
  await app?.close()
  await k.close()
})

/** A server whose sessions are said by a header: `userId`, `userId:role`. */
const serve = async (options: Partial<RealtimeOptions> = {}) => {
  app = Fastify()
  await realtime(app, {
    feed,
    pool: k.pool,
    topics: createTopics({ abilityOn: abilityOn(k.pool), log: silent }),
    async authenticate({ headers: { authorization } }) {
      const [userId, role = 'user'] = authorization?.split(':') ?? []
      return userId ? { kind: 'session', userId, isInPerson: true, role, sessionId: `session of ${userId}` } : undefined
    },
    stillValid: async (sessionIds) => new Set(sessionIds.filter((id) => !ended.has(id))),
    describe: async (rows: FeedRow[]) => rows.map(({ id, type }) => ({ id, type, actorName: 'Somebody' })),
    origins: ['https://lore.example.org'],
    log: silent,
    ...options,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
}

const connect = async (query: string, authorization?: string, headers: Record<string, string> = {}) => {
  const { port } = app.server.address() as { port: number }
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/realtime?${query}`, {
    headers: { ...(authorization ? { authorization } : {}), ...headers },
  })
  const messages: Message[] = []
  socket.on('message', (data) => messages.push(JSON.parse(String(data))))
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const of = (type: string) => messages.filter((message) => message.type === type)
  return { socket, messages, of, closed, events: () => messages.filter(({ position }) => position !== undefined) }
}

const campaign = (ownerId: string, campaignId: string = randomUUID()) => {
  const data = { campaignId, ownerId, name: 'C', description: '', rpgSystemCode: 'D&D', publicAdventureCode: null }
  return append(store, `campaigns-${campaignId}`, fact('CampaignCreated', data, ownerId)).then(() => campaignId)
}
const picture = async (userId: string, campaignId: string | null, imageId: string = randomUUID()) => {
  await append(store, `images-${imageId}`, fact('ImageUploaded', imageOf(imageId, userId, campaignId), userId))
  return imageId
}
const imageOf = (imageId: string, userId: string, campaignId: string | null) => ({
  imageId,
  userId,
  campaignId,
  conjurationId: null,
  name: null,
  file: { key: 'k', mime: 'image/png', width: 1, height: 1, size: 1 },
})
const rename = (imageId: string, name: string) =>
  append(store, `images-${imageId}`, fact('ImageRenamed', { imageId, name }))
const move = (imageId: string, campaignId: string) =>
  append(store, `images-${imageId}`, fact('ImageMoved', { imageId, campaignId, fromCampaignId: null }))

describe('a socket', () => {
  it('says hello, and then what its user may see, once the views show it', async () => {
    await serve()
    const [me, other] = [randomUUID(), randomUUID()]
    const mine = await connect('after=0', me)
    await picture(other, null)
    const imageId = await picture(me, null)
    await eventually(() => mine.events().length > 0)
    expect(mine.messages[0]).toEqual({ type: 'Hello', data: { position: '0', userId: me } })
    expect(mine.events()).toMatchObject([
      { type: 'ImageUploaded', position: '2', stream: `images-${imageId}`, data: { imageId }, metadata: { actor: me } },
    ])
    expect(mine.events()[0].metadata).not.toHaveProperty('requestId')
    expect(await k.query('select id from images where id = $1', [imageId])).toHaveLength(1)
  })

  it('hears a campaign’s members by their role', async () => {
    await serve()
    const [owner, player, stranger] = [randomUUID(), randomUUID(), randomUUID()]
    const campaignId = await campaign(owner)
    await k.caughtUp()
    await k.query(`insert into members values ('p', $1, $2, 2, now())`, [campaignId, player])
    const sockets = await Promise.all([owner, player, stranger].map((user) => connect('after=0', user)))
    const imageId = await picture(randomUUID(), campaignId)
    await append(store, `campaigns-${campaignId}`, fact('CampaignRenamed', { campaignId, name: 'D' }))
    await picture(stranger, null)
    await eventually(() => sockets.every(({ events }, n) => events().length >= 3 - n))
    const heard = sockets.map(({ events }) => events().map(({ type }) => type))
    expect(heard).toEqual([
      ['CampaignCreated', 'ImageUploaded', 'CampaignRenamed'],
      ['CampaignCreated', 'CampaignRenamed'],
      ['ImageUploaded'],
    ])
    expect(sockets[0]?.events()[1].data.imageId).toBe(imageId)
  })

  it('is told what is gone and what is shown, not what it is', { tags: 'long' }, async () => {
    await serve()
    const [maker, first, second] = [randomUUID(), randomUUID(), randomUUID()]
    const [here, there] = [await campaign(first), await campaign(second)]
    await k.caughtUp()
    await k.query(`insert into members select c::text, c, $1, 2, now() from unnest($2::uuid[]) c`, [
      maker,
      [here, there],
    ])
    const imageId = await picture(maker, here)
    const sockets = await Promise.all([maker, first, second].map((user) => connect('after=0', user)))
    await eventually(
      () => sockets[1]?.of('ImageUploaded').length === 1 && sockets[2]?.of('CampaignCreated').length === 1,
    )
    await move(imageId, there)
    await rename(imageId, 'N')
    await eventually(
      () => [0, 2].every((n) => sockets[n]?.of('ImageRenamed').length === 1) && sockets[1]?.of('ItemGone').length === 1,
    )
    const about = sockets.map(({ events }) => events().filter(({ type }) => type !== 'CampaignCreated'))
    expect(about.map((heard) => heard.map(({ type }) => type))).toEqual([
      ['ImageUploaded', 'ImageMoved', 'ImageRenamed'],
      ['ImageUploaded', 'ItemGone'],
      ['ImageMoved', 'ItemShown', 'ImageRenamed'],
    ])
    expect(about[1]?.[1]).toEqual({ type: 'ItemGone', position: '4', data: { id: imageId } })

    const late = await connect('after=0', first)
    await eventually(() => late.of('ItemGone').length === 1)
    expect(late.of('ImageUploaded')).toEqual([])
  })

  it('of one who owns what moves hears only of the move', { tags: 'long' }, async () => {
    await serve()
    const owner = randomUUID()
    const [here, there] = [await campaign(owner), await campaign(owner)]
    const imageId = await picture(owner, here)
    await move(imageId, there)
    const mine = await connect('after=0', owner)
    await rename(imageId, 'N')
    await eventually(() => mine.of('ImageRenamed').length === 1)
    expect([...mine.of('ItemGone'), ...mine.of('ItemShown')]).toEqual([])
  })

  it('hears of a campaign from the moment its user is a member', { tags: 'long' }, async () => {
    await serve()
    const me = randomUUID()
    const mine = await connect('after=0', me)
    await eventually(() => mine.of('Hello').length === 1)
    const campaignId = randomUUID()
    const data = {
      campaignId,
      ownerId: me,
      name: 'C',
      description: '',
      rpgSystemCode: 'D&D',
      publicAdventureCode: null,
    }
    await append(
      store,
      `campaigns-${campaignId}`,
      fact('CampaignCreated', data),
      ...['D', 'E', 'F'].map((name) => fact('CampaignRenamed', { campaignId, name })),
    )
    // Theirs by the campaign alone: nothing but the membership lets them hear it.
    await picture(randomUUID(), campaignId)
    await eventually(() => mine.of('ImageUploaded').length === 1)
    expect(mine.events().map(({ position }) => position)).toEqual(['1', '2', '3', '4', '5'])
  })
})

describe('resuming', () => {
  it('misses nothing and repeats nothing while events keep coming', { tags: 'long' }, async () => {
    await serve()
    const me = randomUUID()
    const imageId = await picture(me, null)
    const total = 1500
    const writing = (async () => {
      for (let n = 0; n < total; n += 5) {
        await append(
          store,
          `images-${imageId}`,
          ...[0, 1, 2, 3, 4].map((i) => fact('ImageRenamed', { imageId, name: `${n + i}` })),
        )
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    const heard: string[] = []
    let after = '0'
    let sockets = 0
    while (heard.length <= total) {
      const socket = await connect(`after=${after}`, me)
      const enough = 1 + ((sockets++ * 37) % 150)
      await eventually(() => socket.events().length >= enough || heard.length + socket.events().length > total)
      socket.socket.terminate()
      // Whatever else had arrived is as good as lost: only what was seen is resumed after.
      heard.push(
        ...socket
          .events()
          .map(({ position }) => position)
          .slice(0, enough),
      )
      after = heard.at(-1) ?? '0'
    }
    await writing
    expect(sockets).toBeGreaterThan(10)
    expect(heard).toEqual(Array.from({ length: total + 1 }, (_, i) => String(i + 1)))
  })

  it('without a position begins now', async () => {
    await serve()
    const me = randomUUID()
    const imageId = await picture(me, null)
    await eventually(() => feed.progress.position() === 1n)
    const mine = await connect('', me)
    await eventually(() => mine.of('Hello').length === 1)
    await rename(imageId, 'N')
    await eventually(() => mine.events().length > 0)
    expect(mine.messages.map(({ type }) => type)).toEqual(['Hello', 'ImageRenamed'])
  })

  it('goes on when the feed’s own connection was cut', async () => {
    await serve()
    const me = randomUUID()
    const mine = await connect('after=0', me)
    const imageId = await picture(me, null)
    for (const name of ['a', 'b', 'c']) {
      await k.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'loreloom feed' and datname = current_database()`,
      )
      await rename(imageId, name)
      await eventually(() => mine.of('ImageRenamed').some(({ data }) => data.name === name))
    }
    expect(mine.events()).toHaveLength(4)
  })
})

describe('who may not', () => {
  it.each([
    ['from another site', '', { origin: 'https://evil.example' }, 403],
    ['with a position that is none', 'after=soon', {}, 400],
    ['to watch nobody', 'watch=me', {}, 400],
  ])('%s is refused at the door', async (_who, query, headers, status) => {
    await serve()
    await expect(connect(query, randomUUID(), headers)).rejects.toThrow(String(status))
  })

  it('connects from our own pages', async () => {
    await serve()
    const { port } = app.server.address() as { port: number }
    for (const origin of [`http://127.0.0.1:${port}`, 'https://lore.example.org'])
      expect((await connect('', randomUUID(), { origin })).socket.readyState).toBe(WebSocket.OPEN)
  })

  it('is told so when not signed in', async () => {
    await serve()
    const nobody = await connect('')
    expect(await nobody.closed).toBe(4401)
    expect(nobody.messages).toEqual([{ type: 'SessionEnded' }])
  })

  it('is told so when the session ends: when it is looked after, and at once when banned', async () => {
    await serve({ recheckMs: 20 })
    const me = randomUUID()
    const mine = await connect('', me)
    ended.add(`session of ${me}`)
    expect(await mine.closed).toBe(4401)
    expect(mine.of('SessionEnded')).toHaveLength(1)
  })

  it('is out at once when banned', async () => {
    await serve({ recheckMs: 600_000 })
    const [me, other] = [randomUUID(), randomUUID()]
    const [mine, theirs] = [await connect('', me), await connect('', other)]
    await Promise.all([mine, theirs].map(({ of }) => eventually(() => of('Hello').length === 1)))
    ended.add(`session of ${me}`)
    ended.add(`session of ${other}`)
    await append(store, `users-${me}`, fact('UserBanned', { userId: me, reason: null }))
    expect(await mine.closed).toBe(4401)
    expect(theirs.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('has more sockets than one person needs', async () => {
    await serve({ perUser: 2 })
    const me = randomUUID()
    const sockets = [await connect('', me), await connect('', me)]
    await Promise.all(sockets.map(({ of }) => eventually(() => of('Hello').length === 1)))
    expect(await (await connect('', me)).closed).toBe(4429)
    sockets[0]?.socket.close()
    await sockets[0]?.closed
    await eventually(async () => {
      const again = await connect('', me)
      return Promise.race([again.closed.then(() => false), eventually(() => again.of('Hello').length === 1)])
    })
  })

  it('talks', async () => {
    await serve()
    const mine = await connect('', randomUUID())
    for (let n = 0; n < 30; n++) mine.socket.send('hi')
    expect(await mine.closed).toBe(1008)
  })

  it('reads too slowly, and may come back', { tags: 'long' }, async () => {
    await serve()
    const me = randomUUID()
    const slow = await connect('', me)
    await eventually(() => slow.of('Hello').length === 1)
    slow.socket.pause()
    const imageId = await picture(me, null)
    const name = 'x'.repeat(100_000)
    let closed = false
    const code = slow.closed.then((value) => {
      closed = true
      return value
    })
    await eventually(async () => {
      await rename(imageId, name)
      return (
        app.websocketServer.clients.size === 0 ||
        [...app.websocketServer.clients].every(({ readyState }) => readyState > 1)
      )
    })
    slow.socket.resume()
    expect([4408, 1006]).toContain(await code)
    expect(closed).toBe(true)
  })
})

describe('an admin who watches a user', () => {
  it('hears all that is of or by them, beside what is their own', async () => {
    await serve()
    const [admin, user, other] = [randomUUID(), randomUUID(), randomUUID()]
    await picture(user, null)
    const watching = await connect(`after=0&watch=${user}`, `${admin}:admin`)
    await picture(other, null)
    await append(
      store,
      `credits-${other}`,
      fact(
        'CreditsGranted',
        { userId: other, grantId: randomUUID(), amount: 1, source: 'pack', comment: '', balance: 1 },
        user,
      ),
    )
    await picture(admin, null)
    await eventually(() => watching.events().length === 1 && watching.of('WatchedEvent').length === 2)
    expect(watching.of('WatchedEvent').map(({ data }) => [data.type, data.actorName])).toEqual([
      ['ImageUploaded', 'Somebody'],
      ['CreditsGranted', 'Somebody'],
    ])
  })

  it('must be one, and stay one', async () => {
    await serve()
    const [me, user] = [randomUUID(), randomUUID()]
    expect(await (await connect(`watch=${user}`, me)).closed).toBe(4403)
    const watching = await connect(`watch=${user}`, `${me}:admin`)
    await eventually(() => watching.of('Hello').length === 1)
    await append(store, `users-${me}`, fact('UserRoleChanged', { userId: me, role: 'user' }))
    expect(await watching.closed).toBe(4403)
  })
})

describe('the server', () => {
  it('gives a sign of life, and gives up on clients that give none', { tags: 'long' }, async () => {
    // A lively one has this long to answer, in a process that has other things to do.
    await serve({ heartbeatMs: 300 })
    const [lively, dead] = [await connect('', randomUUID()), await connect('', randomUUID())]
    dead.socket.pong = () => undefined
    dead.socket.pause()
    await eventually(() => app.websocketServer.clients.size === 1)
    expect(lively.of('Ping').length).toBeGreaterThan(0)
    expect(lively.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('says that it restarts', async () => {
    await serve()
    const mine = await connect('', randomUUID())
    await eventually(() => mine.of('Hello').length === 1)
    await app.close()
    expect(await mine.closed).toBe(1012)
  })
})

describe('Min-Position', () => {
  it('waits until the views are there, and no longer than asked', async () => {
    const { progress } = feed
    const waiting = progress.waitFor(2n, 10_000)
    expect(await progress.waitFor(1n, 1)).toBe(false)
    const me = randomUUID()
    const imageId = await picture(me, null)
    expect(await progress.waitFor(1n, 10_000)).toBe(true)
    await rename(imageId, 'N')
    expect(await waiting).toBe(true)
    expect(await k.query('select name from images where id = $1', [imageId])).toEqual([{ name: 'N' }])
  })
})
