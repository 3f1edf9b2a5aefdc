import { EventStoreDBClient } from '@eventstore/db-client'
import type { CallOptions, Client, Metadata } from '@grpc/grpc-js'
import { parseAddress } from './address.ts'
import { channelOf } from './channel.ts'
import { followMembers } from './members.ts'
import './server-name.ts'

/** What is used of the library's own machinery, which is the pinned version's. */
interface Calls<Service> {
  GRPCStreamCreator<Call>(
    service: unknown,
    name: string,
    open: (service: Service) => Call,
    cache?: unknown,
  ): () => Promise<Call>
  callArguments(options: { requiresLeader: boolean }, call: { deadline: number }): [Metadata, CallOptions]
}

/** How a client makes its calls, each at a service of gRPC. */
export const callsOf = <Service = Client>(client: EventStoreDBClient) => client as unknown as Calls<Service>

/**
 * The library's client of an address as `connectEventStore` takes it. The address is not read by the library: it writes one that it doubts to the
 * console, with its password, and asks only the first of several hosts for a cluster.
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
 * The library asks the server once which calls it knows, and stores the promise, a rejected one too: after a time without any reachable host no
 * append would ever succeed again. Where that answer is missing, the server counts as one that knows batched appends, as every
 * EventStoreDB since 21.10 does.
 */
const assumeBatchAppends = (client: EventStoreDBClient): EventStoreDBClient => {
  const { supports } = client as unknown as { supports: (...call: unknown[]) => Promise<boolean> }
  return Object.assign(client, { supports: (...call: unknown[]) => supports(...call).catch(() => true) })
}
