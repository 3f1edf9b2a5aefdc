import { isIP } from 'node:net'

/** An address of EventStoreDB, as its official clients take it: `esdb://user:password@a:2113,b:2113?tlsCAFile=…`, `esdb+discover://…`. */
export interface StoreAddress {
  /** In the order given; an address of IPv6 in its brackets. */
  hosts: StoreHost[]
  /** True if the hosts are queried for the cluster's members; otherwise the single host is the server. */
  discovers: boolean
  credentials?: { username: string; password: string }
  options: Options
  /** Options that have no effect. */
  ignored: string[]
}
export interface StoreHost {
  address: string
  port: number
}

/** Thrown for an address that cannot be used. The message contains none of its secrets. */
export class BadAddress extends Error {}

const yes = (value: string) => {
  if (value !== 'true' && value !== 'false') throw new BadAddress('is true or false')
  return value === 'true'
}
const number = (value: string) => {
  if (!/^-?\d+$/.test(value)) throw new BadAddress('is a whole number')
  return Number(value)
}
const text = (value: string) => {
  try {
    return decodeURIComponent(value)
  } catch {
    throw new BadAddress('is percent-encoded as in any URL')
  }
}
const preferences = { leader: 'leader', follower: 'follower', readonlyreplica: 'read_only_replica', random: 'random' }
const preference = (value: string) => {
  const known = preferences[flat(value) as keyof typeof preferences]
  if (known === undefined) throw new BadAddress(`is one of ${Object.values(preferences).join(', ')}`)
  return known as 'leader' | 'follower' | 'read_only_replica' | 'random'
}

/** Parsers of the options' values. */
const readers = {
  tls: yes,
  tlsVerifyCert: yes,
  tlsCAFile: text,
  userCertFile: text,
  userKeyFile: text,
  connectionName: text,
  nodePreference: preference,
  throwOnAppendFailure: yes,
  maxDiscoverAttempts: number,
  discoveryInterval: number,
  gossipTimeout: number,
  defaultDeadline: number,
  keepAliveInterval: number,
  keepAliveTimeout: number,
}
type Name = keyof typeof readers
type Options = { [N in Name]?: ReturnType<(typeof readers)[N]> }

const flat = (name: string) => name.trim().toLowerCase().replace(/[_-]/g, '')
const names = new Map(Object.keys(readers).map((name) => [flat(name), name as Name]))

// The password ends at the first `@` that only hosts follow, since it may contain an unencoded `@`, `/` or `?`.
const form = /^(esdb|esdb\+discover):\/\/(?:([^:]+):(.+?)@(?=[^@?]*(?:\?|$)))?([^?]*)(?:\?(.*))?$/s
const hostForm = /^(\[[\da-f:.]+\]|[^\s:@/$+!?*'(),;[\]{}|"%~#<>=&]+)(?::(\d{1,5}))?$/i

/** Throws BadAddress. */
export function parseAddress(given: string): StoreAddress {
  const [, protocol, username, password, authority = '', query] = form.exec(given.trim().replace(/\/+$/, '')) ?? []
  if (protocol === undefined) throw new BadAddress('It begins with esdb:// or esdb+discover://.')
  const hosts = authority.replace(/\/$/, '').split(',').map(hostOf)
  return {
    hosts,
    discovers: protocol === 'esdb+discover' || hosts.length > 1,
    ...(username !== undefined && password !== undefined && { credentials: decoded(username, password) }),
    ...optionsOf(query),
  }
}

const hostOf = (given: string): StoreHost => {
  const [, address, port = '2113'] = hostForm.exec(given.trim()) ?? []
  if (address === undefined || Number(port) > 65_535)
    throw new BadAddress('Its hosts are names or addresses, each with its port: a:2113,b:2113,c:2113.')
  if (address.startsWith('[') && !isIP(address.slice(1, -1)))
    throw new BadAddress('In brackets is an address of IPv6, such as [::1]:2113.')
  return { address, port: Number(port) }
}

const decoded = (username: string, password: string) => {
  try {
    return { username: text(username.trim()), password: text(password.trim()) }
  } catch {
    throw new BadAddress('Its user and password are percent-encoded as in any URL: a % is written %25.')
  }
}

const optionsOf = (query: string | undefined): Pick<StoreAddress, 'options' | 'ignored'> => {
  const options: Record<string, unknown> = {}
  const ignored: string[] = []
  for (const pair of query?.split(/[&?]/) ?? []) {
    const [, key = '', value = ''] = /^([^=]+)=(.+)$/s.exec(pair) ?? []
    if (key === '') throw new BadAddress('Its options are name=value, the first after ?, the others after &.')
    const name = names.get(flat(key))
    if (name === undefined) ignored.push(key)
    else options[name] = optionOf(name, value.trim())
  }
  if ((options.userCertFile === undefined) !== (options.userKeyFile === undefined))
    throw new BadAddress('userCertFile and userKeyFile go together.')
  return { options, ignored }
}

const optionOf = (name: Name, value: string) => {
  try {
    return readers[name](value)
  } catch (error) {
    throw error instanceof BadAddress ? new BadAddress(`Its option ${name} ${error.message}.`) : error
  }
}

/** A host as it is written. */
export const hostText = ({ address, port }: StoreHost): string => `${address}:${port}`

/**
 * The secret parts of an address for the log to hide: the password, decoded, as written in the address, and as sent.
 */
export function secretsIn(given: string): string[] {
  const { username, password } = parseAddress(given).credentials ?? {}
  const [, , rawName, rawPassword] = form.exec(given.trim()) ?? []
  if (password === undefined) return []
  return [password, `${rawName}:${rawPassword}@`, Buffer.from(`${username}:${password}`).toString('base64')]
}
