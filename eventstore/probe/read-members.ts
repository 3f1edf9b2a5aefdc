import { hostText, parseAddress, type StoreAddress, type StoreHost } from '../address.ts'
import { type Channel, channelOf } from '../channel.ts'
import { status } from '../wire/grpc-error.ts'
import { callOnce } from '../wire/one-call.ts'
import { eachField, readBytes, readUint64 } from '../wire/protobuf.ts'
import { reach } from './reach.ts'
import { type Member, membersIn, paths, readLast } from './requests.ts'

/** A node of the event store as the cluster names it. */
export interface StoreNode {
  /** Host and port. */
  at: string
  /** In words: 'leader', 'follower'. */
  role: string
  isAlive: boolean
  /** Distance of its last event from the end of the log, in log positions; null while it does not answer. */
  behind: number | null
}

/** Names of the states in gossip, by number. */
const roles = [
  ...['initializing', 'looking for a leader', 'unknown', 'becoming a replica', 'catching up', 'cloning', 'follower'],
  ...['becoming the leader', 'leader', 'manager', 'shutting down', 'shut down', 'read-only without a leader'],
  ...['becoming a read-only replica', 'read-only replica', 'resigning as leader'],
] as const

const timeoutMs = 1_000

/** The nodes of the event store at an address. Throws if none of its hosts answers in time. */
export async function readStoreNodes(url: string, ms = timeoutMs): Promise<StoreNode[]> {
  const address = parseAddress(url)
  const channel = channelOf(address)
  const over = AbortSignal.timeout(ms)
  const members = await Promise.any(address.hosts.map((host) => gossipOf(host, channel, over)))
  const ends = await Promise.all(
    members.map(({ member, host }) =>
      member.isAlive ? endAt(host, { address, channel, over }).catch(() => null) : null,
    ),
  )
  const end = ends.reduce<bigint>((most, each) => (each !== null && each > most ? each : most), 0n)
  return members.map(({ member, host }, index) => {
    const own = ends[index] ?? null
    return {
      at: hostText(host),
      role: roles[member.state] ?? 'unknown',
      isAlive: member.isAlive,
      behind: own === null ? null : Number(end - own),
    }
  })
}

const withSession = async <T>(
  host: StoreHost,
  { channel, over }: { channel: Channel; over: AbortSignal },
  work: (session: Awaited<ReturnType<typeof reach>>) => Promise<T>,
): Promise<T> => {
  const session = await reach(host, channel, over)
  try {
    return await work(session)
  } finally {
    session.destroy()
  }
}

/** The members that a host names. A member without an address is the host itself. */
const gossipOf = (host: StoreHost, channel: Channel, over: AbortSignal) =>
  withSession(host, { channel, over }, async (session) => {
    const { code, messages } = await callOnce(session, paths.members, [Buffer.alloc(0)])
    if (code !== status.OK) throw new Error(`${hostText(host)} does not name its cluster`)
    return messages
      .flatMap(membersIn)
      .map((member: Member) => ({ member, host: member.address === '' ? host : member }))
  })

interface Reading {
  address: Pick<StoreAddress, 'credentials' | 'options'>
  channel: Channel
  over: AbortSignal
}

/** The position of the last event that a node itself has, whether or not it leads. */
const endAt = (host: StoreHost, { address, channel, over }: Reading): Promise<bigint | null> =>
  withSession(host, { channel, over }, async (session) => {
    const { credentials, options } = address
    const headers: Record<string, string> = { 'requires-leader': 'false' }
    if (options.tls !== false && credentials)
      headers.authorization = `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`
    const { code, messages } = await callOnce(session, paths.read, readLast(), headers)
    return code === status.OK ? positionIn(messages) : null
  })

/** The commit position in a `ReadResp`; null for an empty log. */
const positionIn = (messages: readonly Buffer[]): bigint | null => {
  let position: bigint | null = null
  for (const message of messages)
    eachField(message, (content, cursor) => {
      if (content !== 1) return
      eachField(readBytes(cursor), (part, at) => {
        if (part === 3) position = readUint64(at)
      })
    })
  return position
}
