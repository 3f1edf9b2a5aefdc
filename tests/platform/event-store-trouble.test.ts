import { rmSync } from 'node:fs'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { DependencyFailure } from '../../backend/platform/dependency.ts'
import { eventStoreDependency, usableEventStore } from '../../backend/platform/event-store.ts'
import { probeEventStore } from '../../eventstore/probe/index.ts'
import { certificateFiles, selfSigned } from '../certificates.ts'
import { mute, smallStore } from './trouble-servers.ts'

/** What an administrator is told of an event store that cannot be used: each case by its real cause, on this machine. */
const own = selfSigned()
const [files, others] = [certificateFiles(own), certificateFiles()]
const expired = selfSigned({ to: new Date(Date.now() - 60_000) })
const expiredFiles = certificateFiles(expired)
const running: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of running.splice(0)) await one.close()
})
afterAll(() => {
  for (const { folder } of [files, others, expiredFiles]) rmSync(folder, { recursive: true })
})

const serving = async (answers: Parameters<typeof smallStore>[0]) => {
  const store = await smallStore(answers)
  running.push(store)
  return store.port
}
const secured = async (answers: Parameters<typeof smallStore>[0] = {}) =>
  serving({ tls: own, password: 'secret', ...answers })
const withCa = (ca = files.cert) => `?tlsCAFile=${encodeURIComponent(ca)}`
const silent = async (...said: [string?, string?]) => {
  const server = await mute(...said)
  running.push(server)
  return server.port
}

type Case = [what: string, address: () => Promise<string>, cause: string, mends: boolean, says: RegExp]
const cases: Case[] = [
  [
    'nothing listens',
    async () => 'esdb://127.0.0.1:1?tls=false',
    'nothing_listens',
    true,
    /Nothing listens at 127\.0\.0\.1:1.*start it, or correct EVENTSTORE_URL/,
  ],
  [
    'a name that does not resolve',
    async () => 'esdb://es.invalid:2113',
    'unknown_name',
    true,
    /es\.invalid:2113.*does not resolve/,
  ],
  [
    'TLS to a plain port',
    async () => `esdb://127.0.0.1:${await serving({})}`,
    'speaks_plain',
    false,
    /tls=false in EVENTSTORE_URL/,
  ],
  [
    'no TLS to a port that wants it',
    async () => `esdb://127.0.0.1:${await secured()}?tls=false`,
    'speaks_tls',
    false,
    /tls=false: take that out.*tlsCAFile/,
  ],
  [
    'an unknown authority',
    async () => `esdb://loreloom:secret@127.0.0.1:${await secured()}`,
    'unknown_authority',
    false,
    /tlsCAFile=FILE in EVENTSTORE_URL/,
  ],
  [
    'another authority',
    async () => `esdb://loreloom:secret@127.0.0.1:${await secured()}${withCa(others.cert)}`,
    'unknown_authority',
    false,
    /tlsCAFile/,
  ],
  [
    'a certificate for another name',
    async () => `esdb://loreloom:secret@127.0.0.2:${await secured({ host: '127.0.0.2' })}${withCa()}`,
    'wrong_name',
    false,
    /another name/,
  ],
  [
    'a certificate that has expired',
    async () => `esdb://127.0.0.1:${await secured({ tls: expired })}${withCa(expiredFiles.cert)}`,
    'certificate_dates',
    false,
    /has expired.*clock/,
  ],
  [
    'a certificate file that is not there',
    async () => `esdb://127.0.0.1:1?tlsCAFile=${files.folder}/none.crt`,
    'certificate_file',
    false,
    /none\.crt, which tlsCAFile in EVENTSTORE_URL names, is not there/,
  ],
  [
    'a certificate file that holds none',
    async () => `esdb://127.0.0.1:1?tlsCAFile=${files.key}`,
    'certificate_file',
    false,
    /holds no certificate/,
  ],
  [
    'a wrong password',
    async () => `esdb://loreloom:wrong-one@127.0.0.1:${await secured()}${withCa()}`,
    'wrong_user',
    false,
    /password of the user loreloom/,
  ],
  [
    'a wrong password, refused by HTTP',
    async () => `esdb://loreloom:wrong-one@127.0.0.1:${await secured({ refusesByHttp: true })}${withCa()}`,
    'wrong_user',
    false,
    /password of the user loreloom/,
  ],
  [
    'a user without rights, refused by HTTP',
    async () =>
      `esdb://loreloom:secret@127.0.0.1:${await secured({ refusesByHttp: true, mayAppend: false })}${withCa()}`,
    'may_not_append',
    false,
    /the user loreloom append.*least-rights/,
  ],
  [
    'nobody, where users are asked for',
    async () => `esdb://127.0.0.1:${await secured()}${withCa()}`,
    'may_not_read',
    false,
    /whoever names no user/,
  ],
  [
    'a user who may not read $all',
    async () => `esdb://loreloom:secret@127.0.0.1:${await secured({ mayRead: false })}${withCa()}`,
    'may_not_read',
    false,
    /the user loreloom read \$all.*least-rights/,
  ],
  [
    'a user who may not append',
    async () => `esdb://loreloom:secret@127.0.0.1:${await secured({ mayAppend: false })}${withCa()}`,
    'may_not_append',
    false,
    /the user loreloom append.*least-rights/,
  ],
  [
    'a cluster without a leader',
    async () => `esdb+discover://127.0.0.1:${await serving({ state: 6 })}?tls=false`,
    'no_leader',
    true,
    /no leader/,
  ],
  [
    'something else that listens',
    async () => `esdb://127.0.0.1:${await silent('', 'HTTP/1.1 400 Bad Request\r\n\r\n')}?tls=false`,
    'speaks_otherwise',
    false,
    /no event store/,
  ],
]

test.each(cases)('%s', async (_, address, cause, mends, says) => {
  const url = await address()
  const began = performance.now()
  const trouble = (await eventStoreDependency(url).find()) as DependencyFailure
  expect(trouble).toMatchObject({ cause, mends, says: expect.stringMatching(says) })
  expect(trouble.says).not.toMatch(/secret|wrong-one|undefined/)
  expect(performance.now() - began).toBeLessThan(5_000)
})

test('an address that no setting has is called so', async () => {
  const url = `esdb://loreloom:secret@127.0.0.1:${await secured()}`
  await expect(usableEventStore(url, 'the address')).rejects.toThrow(/by tlsCAFile=FILE in the address\.$/)
})

test('one that says nothing is told of in time', async () => {
  const failure = await probeEventStore(`esdb://127.0.0.1:${await silent()}?tls=false`, 200)
  expect(failure).toMatchObject({ cause: 'no_answer' })
})

test('of several hosts one is enough, and who leads is asked', async () => {
  const port = await secured()
  const url = `esdb://loreloom:secret@127.0.0.1:1,es.invalid:2113,127.0.0.1:${port}${withCa()}`
  expect(await eventStoreDependency(url).find()).toBeUndefined()
})

test('with nothing wrong there is nothing to say', async () => {
  expect(await eventStoreDependency(`esdb://127.0.0.1:${await serving({})}?tls=false`).find()).toBeUndefined()
  const url = `esdb://loreloom:secret@localhost:${await secured()}${withCa()}`
  expect(await eventStoreDependency(url).find()).toBeUndefined()
})
