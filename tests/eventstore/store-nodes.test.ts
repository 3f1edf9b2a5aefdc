import { once } from 'node:events'
import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { readStoreNodes } from '../../eventstore/probe/read-members.ts'
import { paths } from '../../eventstore/probe/requests.ts'
import { frame } from '../../eventstore/wire/framing.ts'
import { field, message } from '../../eventstore/wire/protobuf.ts'

const [follower, leader] = [6, 8]

/** A node that answers the gossip and the last event of its log, or refuses reads. */
const startNode = async (end: bigint | 'refuses') => {
  const headers: http2.IncomingHttpHeaders[] = []
  let gossip: Buffer = Buffer.alloc(0)
  const server = http2.createServer()
  const sessions = new Set<http2.ServerHttp2Session>()
  server.on('session', (session) => sessions.add(session))
  server.on('stream', (stream, sent) => {
    headers.push(sent)
    const isRead = sent[':path'] === paths.read
    const isRefused = isRead && end === 'refuses'
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': isRefused ? '14' : '0' }))
    if (isRefused) stream.end()
    else stream.end(frame(isRead ? field(1, message(field(3, BigInt(end)))) : gossip))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    headers,
    names: (members: Buffer) => {
      gossip = members
    },
    async stop() {
      for (const session of sessions) session.destroy()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}
type Node = Awaited<ReturnType<typeof startNode>>

const memberOf = (state: number, port: number, isAlive = true) =>
  field(1, message(field(3, state), field(4, isAlive), field(5, message(field(1, '127.0.0.1'), field(2, port)))))

const nodes: Node[] = []
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.stop()
})
const started = async (end: bigint | 'refuses') => {
  const node = await startNode(end)
  nodes.push(node)
  return node
}

test('nodes are named with role and lag, each by what it has itself', async () => {
  const [first, second, third] = [await started(10_000n), await started(9_400n), await started('refuses')]
  const members = message(
    memberOf(leader, first.port),
    memberOf(follower, second.port),
    memberOf(follower, third.port),
    memberOf(11, 1, false),
  )
  for (const node of nodes) node.names(members)
  const url = `esdb://ada:secret@127.0.0.1:${second.port}?tls=false`
  expect(await readStoreNodes(url, 10_000)).toEqual([
    { at: `127.0.0.1:${first.port}`, role: 'leader', isAlive: true, behind: 0 },
    { at: `127.0.0.1:${second.port}`, role: 'follower', isAlive: true, behind: 600 },
    { at: `127.0.0.1:${third.port}`, role: 'follower', isAlive: true, behind: null },
    { at: '127.0.0.1:1', role: 'shut down', isAlive: false, behind: null },
  ])
  const reads = second.headers.filter((sent) => sent[':path'] === paths.read)
  expect(reads.map((sent) => sent['requires-leader'])).toEqual(['false'])
})

test('an event store of which no node answers is an error', async () => {
  await expect(readStoreNodes('esdb://127.0.0.1:1?tls=false', 10_000)).rejects.toThrow()
})
