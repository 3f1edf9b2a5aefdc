import type { EventStoreDBClient } from '@eventstore/db-client'
import { GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import { Channel, type ChannelCredentials, credentials, Metadata } from '@grpc/grpc-js'
import { hostText, type StoreAddress, type StoreHost } from './address.ts'
import type { Channel as Security } from './channel.ts'
import './server-name.ts'

/** Timeout for the answer of a member, in milliseconds. */
const answerMs = 2000
/** Maximum number of members to learn from gossip; a cluster has a handful. */
const mostLearned = 16
/** The state of a leader in gossip. */
const leaderState = 8
const keepAlive = 10_000
const largestMessage = 17 * 1024 * 1024

/** Internal members of the pinned version of the library that this module replaces. */
interface Connecting {
  resolveUri: () => Promise<string>
  createChannel: () => Promise<Channel>
}

interface Member extends StoreHost {
  isLeader: boolean
}

/**
 * gRPC shares a connection's state among all channels of a process, and after some failures waits for many seconds before it connects
 * to that address again. A separate pool lets each new channel connect at once.
 */
const fresh = { 'grpc.use_local_subchannel_pool': 1 }

/**
 * Connects the library's client to the leader that the gossip of a member names. `hosts`, which the library
 * queries if there is no leader, receives the members that the gossip names, so that the address of one member suffices
 * after that member has failed.
 */
export const followMembers = (
  client: EventStoreDBClient,
  { hosts, options }: Pick<StoreAddress, 'hosts' | 'options'>,
  security: Security,
): EventStoreDBClient => {
  const connecting = client as unknown as Connecting
  const { resolveUri } = connecting
  const channelCredentials = credentialsOf(security)
  const given = [...hosts]
  const learn = (members: readonly Member[]) => {
    const isNew = (member: StoreHost) => !given.some((host) => hostText(host) === hostText(member))
    hosts.splice(given.length, hosts.length, ...members.filter(isNew).slice(0, mostLearned))
  }
  const leaderBy = async (host: StoreHost): Promise<StoreHost> => {
    const members = await membersAt(host, channelCredentials)
    learn(members)
    const leader = members.find(({ isLeader }) => isLeader)
    if (!leader) throw new Error(`${hostText(host)} knows no leader`)
    return leader
  }
  const prefersLeader = (options.nodePreference ?? 'leader') === 'leader'
  connecting.resolveUri = async () => {
    const leaders = [...hosts].map(leaderBy)
    const leader = await Promise.any(leaders).catch(() => undefined)
    // The library also resets its connection when it finds no member, and accepts a follower.
    return leader && prefersLeader ? hostText(leader) : resolveUri()
  }
  const { keepAliveInterval = keepAlive, keepAliveTimeout = keepAlive } = options as Record<string, number | undefined>
  connecting.createChannel = async () =>
    new Channel(await connecting.resolveUri(), channelCredentials, {
      ...fresh,
      'grpc.keepalive_time_ms': keepAliveInterval < 0 ? Number.MAX_VALUE : keepAliveInterval,
      'grpc.keepalive_timeout_ms': keepAliveTimeout < 0 ? Number.MAX_VALUE : keepAliveTimeout,
      'grpc.max_receive_message_length': largestMessage,
    })
  return client
}

const credentialsOf = (security: Security): ChannelCredentials =>
  security.insecure
    ? credentials.createInsecure()
    : credentials.createSsl(security.ca ?? null, security.key ?? null, security.cert ?? null)

const membersAt = (host: StoreHost, channelCredentials: ChannelCredentials): Promise<Member[]> => {
  const gossip = new GossipClient(hostText(host), channelCredentials, fresh)
  return new Promise((resolve, reject) => {
    gossip.read(new shared.Empty(), new Metadata(), { deadline: Date.now() + answerMs }, (error, info) => {
      gossip.close()
      if (error) return reject(error)
      resolve(
        info.getMembersList().flatMap((member) => {
          const endpoint = member.getHttpEndPoint()
          if (!endpoint) return []
          const isLeader = member.getIsAlive() && Number(member.getState()) === leaderState
          return [{ address: endpoint.getAddress(), port: endpoint.getPort(), isLeader }]
        }),
      )
    })
  })
}
