import { createRequire } from 'node:module'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../../backend/config.ts'
import { secretsOf } from '../../backend/config-secrets.ts'
import type { WrongSettings } from '../../backend/setting-values.ts'
import { createHider } from '../../backend/telemetry/discreet.ts'
import { BadAddress, parseAddress } from '../../eventstore/address.ts'
import { laneTarget } from '../../eventstore/append-lane.ts'
import { connectEventStore } from '../../eventstore/client.ts'

/** How the official client reads an address; it says aloud what it doubts. */
const library: {
  parseConnectionString(address: string): Record<string, unknown> & { hosts: { address: string; port: number }[] }
} = createRequire(import.meta.url)('../../node_modules/@eventstore/db-client/dist/Client/parseConnectionString.js')

const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,10}(\.[a-z]{2,5})?$/)
const hosts = fc.array(fc.tuple(name, fc.option(fc.integer({ min: 1, max: 65_535 }))), { minLength: 1, maxLength: 4 })
const option = fc.constantFrom(
  'tls=false',
  'tls=true',
  'TLS=true',
  'tlsCAFile=%2Fetc%2Fca.crt',
  'nodePreference=follower',
  'node_preference=ReadOnlyReplica',
  'keepAliveInterval=10000',
  'gossipTimeout=3',
  'maxDiscoverAttempts=5',
  'defaultDeadline=4000',
  'connectionName=a%20name',
)
const options = fc.uniqueArray(option, { maxLength: 5 })
/** What people put into one: as it is where a client can still tell where it ends. */
const loose = fc
  .stringMatching(/^[A-Za-z0-9!$&'()*+,;=/?#"\\ {}~.[\]^`|<>_-]{1,20}$/)
  .filter((text) => text.trim() === text)
const encoded = fc
  .string({ minLength: 1, maxLength: 20 })
  .map(encodeURIComponent)
  .filter((text) => text !== '')
const credentials = fc.option(fc.tuple(name, fc.oneof(loose, encoded)))
const address = fc
  .tuple(fc.constantFrom('esdb', 'esdb+discover'), credentials, hosts, fc.constantFrom('', '/'), options)
  .map(([protocol, user, nodes, slash, query]) => {
    const who = user ? `${user[0]}:${user[1]}@` : ''
    const where = nodes.map(([host, port]) => (port === null ? host : `${host}:${port}`)).join(',')
    return { text: `${protocol}://${who}${where}${query.length > 0 ? `${slash}?` : slash}${query.join('&')}`, user }
  })

afterEach(() => void vi.restoreAllMocks())

test('every address that the official client takes is read as it reads it', () => {
  fc.assert(
    fc.property(address, ({ text }) => {
      const { dnsDiscover, hosts, defaultCredentials, ...options } = library.parseConnectionString(text)
      const ours = parseAddress(text)
      // A slash before the options is to it a part of a host that has no port.
      expect(ours.hosts).toEqual(hosts.map(({ address, port }) => ({ address: address.replace(/\/$/, ''), port })))
      expect(ours.credentials).toEqual(defaultCredentials)
      expect(ours.options).toEqual(options)
      expect(ours.discovers).toBe(dnsDiscover === true || ours.hosts.length > 1)
    }),
    { numRuns: 500 },
  )
})

describe('what it does not take, or not as it is meant', () => {
  test.each([
    ['esdb://admin:p@ss:w/rd@host', { username: 'admin', password: 'p@ss:w/rd' }, [{ address: 'host', port: 2113 }]],
    ['esdb://[::1]:2114?tls=false', undefined, [{ address: '[::1]', port: 2114 }]],
  ])('%s', (given, credentials, hosts) => {
    expect(parseAddress(given)).toMatchObject({ hosts, ...(credentials && { credentials }) })
  })
})

test.each([
  ['http://host', 'esdb://'],
  ['esdb://', 'esdb://'],
  ['esdb://:2113', 'hosts'],
  ['esdb://host:99999', 'hosts'],
  ['esdb://host:port', 'hosts'],
  ['esdb://a,,b', 'hosts'],
  ['esdb://[::1::2]:1', 'brackets'],
  ['esdb://u:100%@host', 'percent-encoded'],
  ['esdb://host?tls', 'name=value'],
  ['esdb://host?tls=perhaps', 'tls is true or false'],
  ['esdb://host?nodePreference=any', 'nodePreference is one of leader'],
  ['esdb://host?userCertFile=a.crt', 'go together'],
])('%s is refused with why', (given, why) => {
  expect(() => parseAddress(given)).toThrow(BadAddress)
  expect(() => parseAddress(given)).toThrow(why)
  try {
    readConfig({ EVENTSTORE_URL: given })
    expect.unreachable()
  } catch (error) {
    expect((error as WrongSettings).lines).toEqual([expect.stringMatching(`^EVENTSTORE_URL must be .*${why}`)])
  }
})

test('the lane of our own leads to the one host that is neither asked for others nor encrypted', () => {
  expect(laneTarget('esdb://u:p@[::1]:2114?tls=false')).toEqual({
    connect: { host: '::1', port: 2114 },
    authority: '[::1]:2114',
  })
  for (const other of ['esdb://a,b?tls=false', 'esdb+discover://a?tls=false', 'esdb://a', 'esdb://a?tls=true'])
    expect(laneTarget(other)).toBeUndefined()
})

describe('the password of an address', () => {
  const distinct = fc.record({
    user: name,
    password: fc.oneof(
      loose.map((text) => `${text}QZ7`),
      fc.string({ maxLength: 20 }).map((text) => `${encodeURIComponent(text)}QZ7`),
    ),
    hosts,
    options: fc.uniqueArray(fc.oneof(option, fc.constant('unknown=option')), { maxLength: 3 }),
  })
  const textOf = ({
    user,
    password,
    hosts,
    options,
  }: {
    user: string
    password: string
    hosts: [string, number | null][]
    options: string[]
  }) =>
    `esdb://${user}:${password}@${hosts.map(([host, port]) => `${host}:${port ?? 2113}`).join(',')}${options.length > 0 ? '?' : ''}${options.join('&')}`

  test('is in no line that quotes it, in whatever way', () => {
    fc.assert(
      fc.property(distinct, (parts) => {
        const text = textOf(parts)
        const { hide, clean } = createHider()
        hide(secretsOf(readConfig({ EVENTSTORE_URL: text })))
        const password = parseAddress(text).credentials?.password ?? ''
        const sent = Buffer.from(`${parts.user}:${password}`).toString('base64')
        for (const line of [
          text,
          `cannot reach ${text} now`,
          JSON.stringify({ msg: text }),
          encodeURIComponent(text),
          sent,
        ])
          for (const secret of ['QZ7', sent]) expect(clean(line)).not.toContain(secret)
      }),
      { numRuns: 500 },
    )
  })

  test('is in no line that quotes an address nobody knew', () => {
    const { clean } = createHider()
    fc.assert(
      fc.property(name, fc.string({ minLength: 1 }), hosts, (user, text, nodes) => {
        const password = `${encodeURIComponent(text)}QZ7`
        const line = `x postgres://${user}:${password}@${nodes.map(([host]) => host).join(',')}/lore is away`
        expect(clean(line)).not.toContain('QZ7')
        expect(clean(line)).toContain('is away')
      }),
    )
  })

  test('is in no complaint about it, and the library says nothing aloud', async () => {
    const said = (['log', 'warn', 'error'] as const).map((way) => vi.spyOn(console, way).mockImplementation(() => {}))
    for (const wrong of ['unknown=1', 'tls=perhaps', 'tlsVerifyCert=false&tls=false', 'gossipTimeout=x']) {
      const address = `esdb://user:QZ7-hidden@a,b?${wrong}`
      try {
        await connectEventStore(address).close()
        readConfig({ EVENTSTORE_URL: address })
      } catch (error) {
        expect(String(error)).not.toContain('QZ7')
      }
    }
    for (const spy of said) expect(spy).not.toHaveBeenCalled()
  })
})
