import { lookup } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** A vendor's link that this server must not fetch: it leads to a private network, or is not the address of a file. */
export class LinkRefused extends Error {}
/** The file no longer exists, for instance because the link has expired. */
export class LinkExpired extends Error {}
/** The file is larger than it may be. */
export class FileTooLarge extends Error {}

/** Addresses that do not belong to one machine of the public internet. */
const reserved = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  reserved.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  reserved.addSubnet(net, prefix, 'ipv6')

/** True for an IP address of the public internet. IPv4 addresses that are mapped into IPv6 are checked as IPv4. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  return family !== 0 && !reserved.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

const refused = (host: string) => new LinkRefused(`The link leads to ${host}, which is not on the public internet`)

/** Resolves a name for one connection, so that the connection is made to the address that was checked. */
const publicLookup: LookupFunction = (host, options, callback) =>
  lookup(host, options, (error, found, family) => {
    const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found]
    if (error) callback(error, found, family)
    else if (addresses.every(isPublicAddress)) callback(null, found, family)
    else callback(refused(host), '', 4)
  })

const mostRedirects = 3

interface FetchOptions {
  /** The configured origin of the vendor, which may be anywhere, since the operator chose it. */
  origin: string
  maxBytes: number
  signal: AbortSignal
  /** Headers for the configured origin, such as its key; no other server receives them. */
  headers?: Record<string, string>
  /** True for a machine of the operator, whose links may lead into the private network. */
  isOfOperator?: boolean
}

/** One request. Resolves with the response, whose body has not been read. */
const request = (url: URL, options: FetchOptions): Promise<http.IncomingMessage> => {
  const { origin, signal, headers, isOfOperator = false } = options
  const isTheirs = url.origin === origin
  const isTrusted = isTheirs || isOfOperator
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (!isTrusted && url.protocol !== 'https:') throw new LinkRefused(`The link is not https but ${url.protocol}`)
  // Names are checked when they are resolved.
  if (!isTrusted && isIP(host) !== 0 && !isPublicAddress(host)) throw refused(host)
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  const { get } = url.protocol === 'https:' ? https : http
  const sent = { accept: '*/*', ...(isTheirs && headers) }
  get(url, { signal, headers: sent, ...(!isTrusted && { lookup: publicLookup }) }, resolve).on('error', reject)
  return promise
}

const bodyOf = async (response: http.IncomingMessage, { maxBytes }: FetchOptions): Promise<Buffer> => {
  const tooLarge = () => new FileTooLarge(`The file is larger than ${maxBytes} bytes`)
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    response.destroy()
    throw tooLarge()
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    // Leaving the loop ends the connection.
    if (size > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Fetches a file and follows redirects. */
const read = async (url: URL, options: FetchOptions, redirects: number): Promise<Buffer> => {
  const response = await request(url, options)
  const { statusCode: status = 0, headers } = response
  if (status >= 300 && status < 400 && headers.location && URL.canParse(headers.location, url)) {
    const target = new URL(headers.location, url)
    response.destroy()
    if (!/^https?:$/.test(target.protocol)) throw new LinkRefused(`The link leads to an address of ${target.protocol}`)
    if (redirects === 0) throw new LinkRefused('The link leads on and on')
    return read(target, options, redirects - 1)
  }
  if (status === 200) return bodyOf(response, options)
  response.destroy()
  if ([403, 404, 410].includes(status)) throw new LinkExpired(`The link has no file any more (${status})`)
  throw new Error(`The link answered ${status}`)
}

/**
 * Fetches the file at a vendor's link: from the vendor's configured origin, or by https from the public internet. Throws `LinkRefused`,
 * `LinkExpired` and `FileTooLarge`; other errors are faults of the network.
 */
export const fetchLink = async (link: string, options: FetchOptions): Promise<Buffer> => {
  const url = URL.canParse(link) ? new URL(link) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new LinkRefused('The link is not the address of a file')
  return read(url, options, mostRedirects)
}
