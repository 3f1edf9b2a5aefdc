import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/**
 * True if an address or host name reaches this machine only. IPv6 addresses may be in brackets, as in a URL. Names
 * other than localhost are not resolved, since their address may change while the process runs.
 */
export const isLoopback = (host: string): boolean => {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  const family = isIP(name)
  if (family === 0) return name === 'localhost' || name.endsWith('.localhost')
  return loopback.check(name, family === 6 ? 'ipv6' : 'ipv4')
}
