import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Viewer } from '#domain/access.ts'
import { campaignRoles } from '#domain/roles.ts'
import { type Read, snapshot } from '../../backend/http/snapshot.ts'
import { type Person, type Stack, startStack } from '../stack.ts'
import { campaignOf, join } from './campaign.ts'

/** What somebody may is read with their session. Whatever is waited for after that must not keep it from being as of now. */
let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>
beforeAll(async () => {
  stack = await startStack()
  c = await campaignOf(stack)
})
afterAll(() => stack?.stop())

/** Who a snapshot is read as, each time, for somebody whose session said that these were their roles. */
const readAs = async ({ id: userId }: Person, roles: Viewer['roles']) => {
  const viewers: Viewer[] = []
  const reply = {
    request: { session: { kind: 'session', userId, isInPerson: true, roles } },
    header: () => reply,
  } as unknown as FastifyReply
  const last = await snapshot(stack.pool, reply, async (_read, viewer) => {
    viewers.push(viewer)
    return viewer
  })
  return { times: viewers.length, last }
}

test('a snapshot is of who its asker is at that instant', async () => {
  const { campaignId, player, stranger } = c
  await player.get('/api/users/me', { 'min-position': String(await stack.store.head()) })
  const roles = { [campaignId]: campaignRoles.PLAYER }
  expect(await readAs(player, roles)).toEqual({
    times: 1,
    last: { kind: 'session', userId: player.id, isInPerson: true, roles },
  })
  expect(await readAs(player, {})).toEqual({
    times: 2,
    last: { kind: 'session', userId: player.id, isInPerson: true, roles },
  })
  const wasDm = { [campaignId]: campaignRoles.DM }
  expect(await readAs(player, wasDm)).toEqual({
    times: 2,
    last: { kind: 'session', userId: player.id, isInPerson: true, roles },
  })
  expect(await readAs(stranger, wasDm)).toEqual({
    times: 2,
    last: { kind: 'session', userId: stranger.id, isInPerson: true, roles: {} },
  })
})

test('a snapshot that refuses who its asker was is read again', async () => {
  const reply = {
    request: { session: { userId: c.player.id, roles: {} } },
    header: () => reply,
  } as unknown as FastifyReply
  const found = await snapshot(stack.pool, reply, async (read, { roles }) => {
    const [row] = await read<{ one: number }>('select 1 as one')
    if (roles[c.campaignId] === undefined) throw new Error('not theirs')
    return row
  })
  expect(found).toEqual({ one: 1 })
})

test('a snapshot that is read at once is of who its asker is, all the same', async () => {
  const { campaignId, player } = c
  const reply = {
    request: { session: { userId: player.id, roles: {} } },
    header: () => reply,
  } as unknown as FastifyReply
  const atOnce = { atOnce: true }
  const two = async (read: Read, { roles }: Viewer) => {
    const [[one], [other]] = await Promise.all([
      read<{ id: string }>('select txid_current_snapshot()::text as id'),
      read<{ id: string }>('select txid_current_snapshot()::text as id'),
    ])
    return { roles, same: one?.id !== undefined && one.id === other?.id }
  }
  const expected = { roles: { [campaignId]: campaignRoles.PLAYER }, same: true }
  expect(await snapshot(stack.pool, reply, two, atOnce)).toEqual(expected)
})

/** The transactions of what is read one after the other in a snapshot that was to be read at once. */
const readsOn = async (between: () => Promise<void>) => {
  const { campaignId, player } = c
  const session = { userId: player.id, roles: { [campaignId]: campaignRoles.PLAYER } }
  const said = new Map<string, string>()
  const reply = { request: { session }, header: said.set.bind(said) } as unknown as FastifyReply
  const transactions: string[] = []
  const late = async (read: Read) => {
    for (let n = 0; n < 3; n++) {
      const [row] = await read<{ began: string; position: string }>(
        'select now()::text as began, (select position::text from checkpoint) as position',
      )
      transactions.push(row?.began ?? '')
      if (transactions.length === 1) await between()
      if (n === 2) return row?.position
    }
    return undefined
  }
  const position = await snapshot(stack.pool, reply, late, { atOnce: true })
  expect(said.get('event-position')).toBe(position)
  return transactions
}

test('a snapshot that was to be read at once reads on in a second transaction at the same position', async () => {
  const [first, ...others] = await readsOn(() => Promise.resolve())
  expect(others).toHaveLength(2)
  expect(new Set(others).size).toBe(1)
  expect(others).not.toContain(first)
})

test('and all of it is read once more, at one instant, where something happened between the two', async () => {
  const transactions = await readsOn(async () => {
    const { body } = await c.owner.patch(`/api/campaigns/${c.campaignId}`, { name: 'Another name' })
    await c.owner.get('/api/users/me', { 'min-position': body.position })
  })
  expect(transactions).toHaveLength(4)
  expect(new Set(transactions.slice(1)).size).toBe(1)
})

test('after a statement that fails none of its batch is carried out, and the connection is not used again', async () => {
  const reply = { request: { session: undefined }, header: () => reply } as unknown as FastifyReply
  const reading = (divisor: number) =>
    snapshot(stack.pool, reply, (read) =>
      Promise.allSettled([read('select 1 / @divisor::int as n', { divisor }), read('select 2 as n')]).then((all) => {
        for (const each of all) if (each.status === 'rejected') throw each.reason
        return all
      }),
    )
  await expect(reading(0)).rejects.toThrow('division by zero')
  expect(await reading(1)).toMatchObject([{ value: [{ n: 1 }] }, { value: [{ n: 2 }] }])
})

test('who was removed while their request was on its way in may not any more', async () => {
  const guest = await stack.member('Guest')
  await join(c.owner, guest, c.campaignId)
  const body = new PassThrough()
  const headers = { 'content-type': 'application/json' }
  const sent = guest.send('POST', '/api/collections', body, headers)
  body.write(`{"campaignId":"${c.campaignId}",`)
  const { body: removed } = await c.owner.delete(`/api/campaigns/${c.campaignId}/members/${guest.id}`)
  await c.owner.get('/api/users/me', { 'min-position': removed.position })
  body.end('"name":"Too late"}')
  expect(await sent).toMatchObject({ status: 404, body: { code: 'campaign_not_found' } })
})
