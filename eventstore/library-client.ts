import { EventStoreDBClient } from '@eventstore/db-client'
import type { CallOptions, Client, Metadata } from '@grpc/grpc-js'
import { parseAddress } from './address.ts'
import { channelOf } from './channel.ts'
import { followMembers } from './members.ts'
import './server-name.ts'

/** The internals of the library that are used here, as in the pinned version. */
interface Calls<Service> {
  GRPCStreamCreator<Call>(
    service: unknown,
    name: string,
    open: (service: Service) => Call,
    cache?: unknown,
  ): () => Promise<Call>
  callArguments(options: { requiresLeader: boolean }, call: { deadline: number }): [Metadata, CallOptions]
}

/** The client's internal calls, each to a gRPC service. */
export const callsOf = <Service = Client>(client: EventStoreDBClient) => client as unknown as Calls<Service>

/**
 * Creates the library's client for an address in the format of `connectEventStore`. The library does not parse the
 * address itself: it would log a questionable one with its password, and query only the first of several hosts for a
 * cluster.
 */
export function libraryClient(url: string): EventStoreDBClient {
  if (url.startsWith('unix:')) return new EventStoreDBClient({ endpoint: url }, { insecure: true })
  const address = parseAddress(url)
  const { hosts, discovers, credentials, options } = address
  const channel = channelOf(address)
  const { tls, tlsVerifyCert, tlsCAFile, userCertFile, userKeyFile, ...settings } = options
  const [endpoint = { address: 'localhost', port: 2113 }] = hosts
  const security = channel.insecure
    ? channel
    : {
        ...(channel.ca && { rootCertificate: channel.ca }),
        ...(channel.cert && { userCertFile: channel.cert }),
        ...(channel.key && { userKeyFile: channel.key }),
      }
  // The retrier repeats calls, so a discovery that finds no member does not repeat itself.
  const discovery = { maxDiscoverAttempts: 1, discoveryInterval: 1, ...settings, endpoints: hosts }
  const client = discovers
    ? followMembers(new EventStoreDBClient(discovery, security, credentials), address, channel)
    : new EventStoreDBClient({ ...settings, endpoint }, security, credentials)
  return assumeBatchAppends(client)
}

/**
 * The library queries the server's capabilities once and caches the promise, including a rejected one: after a time
 * without any reachable host, no append would ever succeed again. If the answer is missing, the server is assumed to
 * support batched appends, as every EventStoreDB since 21.10 does.
 */
const assumeBatchAppends = (client: EventStoreDBClient): EventStoreDBClient => {
  const { supports } = client as unknown as { supports: (...call: unknown[]) => Promise<boolean> }
  return Object.assign(client, { supports: (...call: unknown[]) => supports(...call).catch(() => true) })
}
