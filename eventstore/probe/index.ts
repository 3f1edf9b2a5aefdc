import type http2 from 'node:http2'
import { hostText, parseAddress, type StoreAddress, type StoreHost } from '../address.ts'
import { type Channel, channelOf, UnusableFile } from '../channel.ts'
import { status } from '../wire/grpc-error.ts'
import { callOnce } from '../wire/one-call.ts'
import { type Failure, StoreFailure } from './failure.ts'
import { reach } from './reach.ts'
import { appendNothing, type Member, membersIn, paths, readLast } from './requests.ts'

/** Timeout in milliseconds: long enough for a slow server, short enough for an immediate report. */
const timeoutMs = 4_500

/**
 * Finds the problem that prevents using the event store at an address: connecting, its leader, reading the log,
 * appending. Undefined: none. Writes nothing.
 */
export async function probeEventStore(url: string, ms = timeoutMs): Promise<Failure | undefined> {
  const address = parseAddress(url)
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(), ms)
  const late = new Promise<never>((_, reject) =>
    over.signal.addEventListener('abort', () =>
      reject(new StoreFailure({ cause: 'no_answer', at: address.hosts.map(hostText).join(', ') })),
    ),
  )
  try {
    await Promise.race([probe(address, over.signal), late])
    return undefined
  } catch (error) {
    if (error instanceof UnusableFile)
      return { cause: 'file', option: error.option, file: error.file, reason: error.message }
    if (error instanceof StoreFailure) return error.failure
    throw error
  } finally {
    clearTimeout(timer)
    over.abort()
  }
}

const probe = async (address: StoreAddress, signal: AbortSignal) => {
  const channel = channelOf(address)
  const { session, members } = await anyOf(address.hosts, channel, signal)
  const leader = members.find(({ isLeader, isAlive }) => isLeader && isAlive)
  if (members.length > 0 && !leader) throw new StoreFailure({ cause: 'no_leader' })
  const isElsewhere = address.discovers && leader !== undefined && leader.address !== ''
  await probeRights(isElsewhere ? await named(leader, channel, signal) : session, address)
}

interface Reached {
  session: http2.ClientHttp2Session
  members: Member[]
}

/** Returns the first host that answers. If none does, throws one failure, preferably that of a host with another protocol. */
const anyOf = async (hosts: StoreHost[], channel: Channel, signal: AbortSignal): Promise<Reached> => {
  try {
    return await Promise.any(hosts.map((host) => queryMembers(host, channel, signal)))
  } catch (error) {
    if (!(error instanceof AggregateError)) throw error
    const failures = error.errors.filter((one): one is StoreFailure => one instanceof StoreFailure)
    throw failures.find(({ failure }) => failure.cause.startsWith('speaks')) ?? failures[0] ?? error.errors[0]
  }
}

const queryMembers = async (host: StoreHost, channel: Channel, signal: AbortSignal): Promise<Reached> => {
  const session = await reach(host, channel, signal)
  try {
    const { code, messages } = await callOnce(session, paths.members, [Buffer.alloc(0)])
    // A server that answers otherwise may still serve the actual calls.
    return { session, members: code === status.OK ? messages.flatMap(membersIn) : [] }
  } catch {
    throw new StoreFailure({ cause: 'no_answer', at: hostText(host) })
  }
}

const named = async (leader: Member, channel: Channel, signal: AbortSignal) => {
  try {
    return await reach(leader, channel, signal)
  } catch (error) {
    const isNetwork = error instanceof StoreFailure && error.failure.cause === 'network'
    throw isNetwork ? new StoreFailure({ ...error.failure, named: 'by the cluster' } as Failure) : error
  }
}

const probeRights = async (session: http2.ClientHttp2Session, { credentials, options }: StoreAddress) => {
  const username = options.tls === false ? undefined : credentials?.username
  const headers =
    username === undefined
      ? {}
      : { authorization: `Basic ${Buffer.from(`${username}:${credentials?.password}`).toString('base64')}` }
  const ask = async (path: string, requests: Buffer[], denied: 'may_not_read' | 'may_not_append') => {
    const { code, text } = await callOnce(session, path, requests, headers)
    if (code === status.OK) return
    // The node waited for a leader to forward the request to.
    if (code === status.DEADLINE_EXCEEDED) throw new StoreFailure({ cause: 'no_leader' })
    const causes = { [status.UNAUTHENTICATED]: 'wrong_user', [status.PERMISSION_DENIED]: denied } as const
    throw new StoreFailure({ cause: causes[code as keyof typeof causes] ?? 'refused', username, text })
  }
  await ask(paths.read, readLast(), 'may_not_read')
  await ask(paths.append, appendNothing(), 'may_not_append')
}
