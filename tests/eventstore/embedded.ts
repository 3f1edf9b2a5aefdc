import { randomUUID } from 'node:crypto'
import type { NewEvent } from '../../eventstore/index.ts'
import { certificateFiles, selfSigned } from '../certificates.ts'
import { freshDatabase } from '../postgres.ts'
import { killableEventStore } from './killable.ts'

/** An event store over a database of its own; `restart` begins again on the same database and address. */
export async function freshEventStore(
  over: 'socket' | 'tcp' = 'socket',
  rules: Parameters<typeof killableEventStore>[2] = {},
) {
  const database = await freshDatabase()
  const store = await killableEventStore(database.options, over, rules)
  return {
    ...store,
    /** Stops the process alone, as it is meant to be stopped. */
    stopChild: store.stop,
    async stop() {
      await store.stop()
      await database.drop()
    },
  }
}

/** One over TLS that only one user may call; `url` is theirs, and trusts its certificate. */
export async function protectedEventStore() {
  const certificate = selfSigned()
  const files = certificateFiles(certificate)
  const [user, password] = ['loreloom', `a secret: p@ss/${randomUUID()}`]
  const store = await freshEventStore('tcp', { protection: { user, password, ...certificate } })
  const { host } = new URL(store.url)
  const addressOf = (user: string, password: string) =>
    `esdb://${user}:${encodeURIComponent(password)}@${host}?tlsCAFile=${encodeURIComponent(files.cert)}`
  return { ...store, host, user, password, certificate, files, addressOf, url: addressOf(user, password) }
}

export const freshStream = (category = 'test') => `${category}-${randomUUID()}`

/** An event that says which one it is. */
export const numbered = (n: number): NewEvent => ({
  id: randomUUID(),
  type: 'Numbered',
  data: { n },
  metadata: { actor: 'somebody' },
})

export const numbers = (count: number, from = 0): NewEvent[] =>
  Array.from({ length: count }, (_, i) => numbered(from + i))
