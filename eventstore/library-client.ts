import { EventStoreDBClient } from '@eventstore/db-client'
import { parseAddress } from './address.ts'
import { channelOf } from './channel.ts'
import './server-name.ts'

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
  return discovers
    ? new EventStoreDBClient({ ...settings, endpoints: hosts }, security, credentials)
    : new EventStoreDBClient({ ...settings, endpoint }, security, credentials)
}
