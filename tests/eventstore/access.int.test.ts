import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http2 from 'node:http2'
import tls from 'node:tls'
import { AccessDeniedError, EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import { MonitoringService } from '@eventstore/db-client/generated/monitoring_grpc_pb.js'
import { OperationsService } from '@eventstore/db-client/generated/operations_grpc_pb.js'
import { PersistentSubscriptionsService } from '@eventstore/db-client/generated/persistent_grpc_pb.js'
import { ProjectionsService } from '@eventstore/db-client/generated/projections_grpc_pb.js'
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { UsersService } from '@eventstore/db-client/generated/users_grpc_pb.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectEventStore } from '../../eventstore/client.ts'
import { probeEventStore } from '../../eventstore/probe/index.ts'
import { freshStream, numbered, protectedEventStore } from './embedded.ts'

/** An event store that others reach: what it answers to whom. That all works for its user, the port's contract shows. */
let embedded: Awaited<ReturnType<typeof protectedEventStore>>
let session: http2.ClientHttp2Session
beforeAll(async () => {
  embedded = await protectedEventStore()
  session = http2.connect(`https://${embedded.host}`, { ca: embedded.certificate.cert })
})
afterAll(async () => {
  session.close()
  await embedded.stop()
})

const services = [
  GossipService,
  MonitoringService,
  OperationsService,
  PersistentSubscriptionsService,
  ProjectionsService,
  ServerFeaturesService,
  StreamsService,
  UsersService,
]
const methods = services.flatMap((service) => Object.values(service).map(({ path }) => path))

/** Opens a call and leaves it open, as who streams would: the answer comes without a word of what is asked. */
async function statusOf(path: string, authorization?: string): Promise<unknown> {
  const call = session.request({
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/grpc',
    te: 'trailers',
    ...(authorization !== undefined && { authorization }),
  })
  const [{ 'grpc-status': status }] = await once(call, 'response')
  call.close()
  return status
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
const UNAUTHENTICATED = '16'
/** What the official client asks before it says who it is, whoever it is: what the server can do, and where its leader is. */
const asksFirst = new Set<string>([ServerFeaturesService.getSupportedMethods.path, GossipService.read.path])

describe('every method of every service is refused at once', () => {
  test.each(methods)('%s', async (path) => {
    const { user, password } = embedded
    const wrong = ['Basic', basic(':'), basic(`${user}:`), basic(`${user}:${password}x`), `${user}:${password}`]
    const others = [basic(`admin:${password}`), basic('admin:changeit'), `Bearer ${password}`]
    for (const authorization of [...wrong, ...others])
      expect([authorization, await statusOf(path, authorization)]).toEqual([authorization, UNAUTHENTICATED])
    for (const nothing of asksFirst.has(path) ? [] : [undefined, ''])
      expect(await statusOf(path, nothing)).toBe(UNAUTHENTICATED)
  })

  test('and so is one that there is not, which its user is told', async () => {
    const { user, password } = embedded
    expect(await statusOf('/nothing.Here/Method')).toBe(UNAUTHENTICATED)
    expect(await statusOf('/nothing.Here/Method', basic(`${user}:${password}`))).toBe('12')
    expect(await statusOf('/nothing.Here/Method', basic(`${user}:${password}`).replace('B', 'b'))).toBe('12')
  })
})

test('as a cluster of one it is found by the name that it was asked by', async () => {
  const { port } = new URL(`http://${embedded.host}`)
  const address = embedded.url.replace('esdb:', 'esdb+discover:').replace(embedded.host, `localhost:${port}`)
  const store = connectEventStore(address)
  expect((await store.append(freshStream(), [numbered(1)], 'none')).revision).toBe(0n)
  await store.close()
})

test.each(['loreloom:another', 'admin:changeit', undefined])('the official client as %s is denied', async (who) => {
  const address = who
    ? embedded.addressOf(...(who.split(':') as [string, string]))
    : embedded.url.replace(/\/\/.*@/, '//')
  const client = EventStoreDBClient.connectionString(address)
  const stream = freshStream()
  const event = jsonEvent({ type: 'Numbered', data: { n: 1 } })
  await expect(client.appendToStream(stream, event)).rejects.toBeInstanceOf(AccessDeniedError)
  await expect(client.deleteStream(stream)).rejects.toBeInstanceOf(AccessDeniedError)
  for (const reading of [
    client.readStream(stream),
    client.readAll(),
    client.subscribeToAll(),
    client.subscribeToStream(stream),
  ])
    await expect(
      (async () => {
        for await (const _ of reading);
      })(),
    ).rejects.toBeInstanceOf(AccessDeniedError)
  await client.dispose()
})

test('credentials of one call stand in for those of the address', async () => {
  const client = EventStoreDBClient.connectionString(embedded.addressOf('loreloom', 'another'))
  const credentials = { username: embedded.user, password: embedded.password }
  const event = jsonEvent({ id: randomUUID(), type: 'Numbered', data: { n: 1 } })
  expect(await client.appendToStream(freshStream(), event, { credentials })).toMatchObject({ success: true })
  await client.dispose()
})

test('who does not trust the certificate does not call, and who does not encrypt is hung up on', async () => {
  const repeated = Promise.withResolvers<void>()
  const untrusting = connectEventStore(`esdb://${embedded.host}`, { repeated: repeated.resolve })
  const asked = untrusting.idAt(0n).catch((error: unknown) => error)
  await repeated.promise
  await untrusting.close()
  expect(await asked).toMatchObject({ cause: { message: expect.stringMatching(/certificate/) } })
  await once(http2.connect(`http://${embedded.host}`), 'close')
})

test.each([
  ['TLSv1.1', undefined],
  ['TLSv1.2', 'TLSv1.2'],
  ['TLSv1.3', 'TLSv1.3'],
] as const)('a client that knows no more than %s agrees on %s', async (maxVersion, agreed) => {
  const { hostname: host, port } = new URL(`http://${embedded.host}`)
  const socket = tls.connect({
    host,
    port: Number(port),
    ca: embedded.certificate.cert,
    minVersion: 'TLSv1',
    maxVersion,
    ciphers: 'DEFAULT@SECLEVEL=0',
    ALPNProtocols: ['h2'],
  })
  const outcome = await Promise.race([
    once(socket, 'secureConnect').then(() => socket.getProtocol()),
    new Promise((resolve) => socket.once('error', () => resolve(undefined))),
  ]).finally(() => socket.destroy())
  expect(outcome).toBe(agreed)
})

test('a probe is told whether who asks may in, and by a certificate that is known', async () => {
  const { addressOf, user, password, host, url } = embedded
  expect(await probeEventStore(url)).toBeUndefined()
  expect(await probeEventStore(addressOf(user, 'a guess'))).toMatchObject({ cause: 'wrong_user', username: user })
  expect(await probeEventStore(url.replace('@', '@127.0.0.1:1,'))).toBeUndefined()
  expect(await probeEventStore(`esdb://${host}?tls=false`)).toMatchObject({ cause: 'speaks_tls' })
  const unknown = `esdb://${user}:${encodeURIComponent(password)}@${host}`
  expect(await probeEventStore(unknown)).toMatchObject({
    cause: 'network',
    error: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
  })
})
