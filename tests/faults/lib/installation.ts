import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../backend/platform/embedded-postgres.ts'
import { findPort } from '../../../backend/platform/port.ts'
import { socketFolder } from '../../../backend/platform/socket-folder.ts'
import { putCluster } from './made-cluster.ts'
import { eventStoreOf, postmasterOf } from './processes.ts'
import { type Program, startProgram } from './program.ts'
import { until } from './until.ts'

/** One process of an installation, which can be killed and comes back: started again by `revive`, or by who watches over it. */
export interface Part {
  /** Undefined while it does not run. */
  pid(): number | undefined
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>
  /** SIGTERM, at which it ends what it has begun; resolves when the process is gone. */
  stop(): Promise<void>
  /** Resolves when it runs again and is ready. */
  revive(): Promise<void>
}

export interface Installation {
  /** Where people reach it; the same after restarts. */
  urls: readonly string[]
  /** For `pg`. */
  postgres: pg.ClientConfig
  /** For `connectEventStore`. */
  eventStore: string
  parts: Readonly<Record<string, Part>>
  /** What its processes complained of, for whoever looks for the reason of a failure. */
  complaints(): string
  stop(): Promise<void>
}

export type Env = Readonly<Record<string, string>>

const main = 'backend/main.ts'
const secret = 'a secret that every process of it knows'
const patience = 60_000

const everywhere: Env = { RATE_LIMITS: 'off', AUTH_SECRET: secret, LOG_LEVEL: 'warn' }

/** A program that is started again as it was. */
const revivable = async (start: () => Program): Promise<Part & { current(): Program }> => {
  let program = start()
  await program.ready
  return {
    current: () => program,
    pid: () => program.pid,
    kill: () => program.end('SIGKILL'),
    stop: () => program.end('SIGTERM'),
    async revive() {
      program = start()
      await program.ready
    },
  }
}

const gone = (pid: number) => {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

/** A process that somebody else starts again. */
const watched = (name: string, pid: () => number | undefined): Part => {
  let killed: number | undefined
  const end = (signal: NodeJS.Signals) => async () => {
    const now = await until(`${name} runs`, patience, pid)
    killed = now
    process.kill(now, signal)
    await until(`${name} is gone`, patience, () => gone(now) || undefined)
  }
  return {
    pid,
    kill: end('SIGKILL'),
    stop: end('SIGTERM'),
    async revive() {
      await until(`${name} runs again`, patience, () => {
        const now = pid()
        return now !== undefined && now !== killed
      })
    },
  }
}

/** As `npm start` runs it: one process of ours with its own PostgreSQL and event store, which it watches over. */
export async function startWhole(
  dataDir: string,
  env: Env = {},
  nodeOptions: readonly string[] = [],
): Promise<Installation> {
  await putCluster(join(dataDir, 'postgres'))
  const port = await findPort('127.0.0.1', 0)
  const settings = { ...everywhere, DATA_DIR: dataDir, PORT: String(port), ...env }
  const server = await revivable(() => startProgram(main, settings, { nodeOptions }))
  return {
    urls: [`http://127.0.0.1:${port}`],
    postgres: { host: join(dataDir, 'postgres/run'), port: 5432, user: 'postgres', database: 'postgres' },
    eventStore: `unix:${join(socketFolder(join(dataDir, 'run')), 'eventstore.sock')}`,
    parts: {
      server,
      'event store': watched('the event store', () => eventStoreOf(server.current().pid)),
      PostgreSQL: watched('PostgreSQL', () => postmasterOf(join(dataDir, 'postgres'))),
    },
    complaints: () => server.current().complaints(),
    stop: () => server.current().end('SIGTERM'),
  }
}

/** An event store alone, over a database. What is killed is the process that serves; the one that was told to run it ends by itself. */
export async function startEventStore(databaseUrl: string, env: Env = {}, args: readonly string[] = []) {
  const port = String(await findPort('127.0.0.1', 0))
  const program = await revivable(() =>
    startProgram(
      'backend/cli/serve-eventstore.ts',
      { ...env, DATABASE_URL: databaseUrl },
      { args: ['--port', port, ...args] },
    ),
  )
  const served = watched('the event store', () => eventStoreOf(program.current().pid))
  return {
    ...program,
    url: `esdb://127.0.0.1:${port}?tls=false`,
    pid: served.pid,
    async kill() {
      await served.kill()
      await program.current().ended
    },
  }
}

/** How many processes there are of each kind, by the roles that they have. */
export type Split = readonly { roles: string; count: number }[]

export interface SplitOptions {
  split?: Split
  env?: Env
  /** Where processes find PostgreSQL and the event store, when not directly: a proxy's addresses. */
  databaseUrl?: (direct: string) => Promise<string>
  eventStoreUrl?: (direct: string) => Promise<string>
  /** For `npm run eventstore`, beside its port. */
  eventStoreArgs?: readonly string[]
  nodeOptions?: readonly string[]
}

/** Several processes over one PostgreSQL and one event store. Parts are named `api 1`, `projector 2`, `worker 1` and so on. */
export async function startSplit(dir: string, options: SplitOptions = {}): Promise<Installation> {
  const {
    split = [
      { roles: 'api,projector', count: 1 },
      { roles: 'worker', count: 1 },
    ],
    env = {},
    nodeOptions = [],
    eventStoreArgs = [],
  } = options
  await putCluster(join(dir, 'postgres'))
  let postgres: EmbeddedPostgres = await startEmbeddedPostgres(join(dir, 'postgres'))
  const databaseUrl = (await options.databaseUrl?.(postgres.url)) ?? postgres.url

  const eventStore = await startEventStore(databaseUrl, env, eventStoreArgs)
  const direct = eventStore.url
  const eventStoreUrl = (await options.eventStoreUrl?.(direct)) ?? direct

  const files = join(dir, 'files')
  mkdirSync(files)
  const urls: string[] = []
  const parts: Record<string, Part & { current(): Program }> = {}
  for (const { roles, count } of split)
    for (let n = 1; n <= count; n++) {
      const name = `${roles.split(',')[0]} ${n}`
      const dataDir = join(dir, name.replace(' ', '-'))
      mkdirSync(dataDir)
      // One folder of files for all, as a network's would be.
      symlinkSync(files, join(dataDir, 'files'))
      const port = roles.includes('api') ? await findPort('127.0.0.1', 0) : 0
      const place = { DATA_DIR: dataDir, PORT: String(port), ROLES: roles }
      const stores = { DATABASE_URL: databaseUrl, EVENTSTORE_URL: eventStoreUrl }
      const shared = { BASE_URL: urls[0] ?? `http://127.0.0.1:${port}` }
      parts[name] = await revivable(() =>
        startProgram(main, { ...everywhere, ...shared, ...place, ...stores, ...env }, { nodeOptions }),
      )
      if (port > 0) urls.push(`http://127.0.0.1:${port}`)
    }

  return {
    urls,
    postgres: postgres.options,
    eventStore: direct,
    parts: {
      ...parts,
      'event store': eventStore,
      PostgreSQL: {
        ...watched('PostgreSQL', () => postmasterOf(join(dir, 'postgres'))),
        async revive() {
          await postgres.lost
          postgres = await startEmbeddedPostgres(join(dir, 'postgres'))
        },
      },
    },
    complaints: () => [...Object.values(parts), eventStore].map((part) => part.current().complaints()).join(''),
    async stop() {
      await Promise.all(Object.values(parts).map((part) => part.current().end('SIGTERM')))
      await eventStore.current().end('SIGTERM')
      await postgres.stop()
    },
  }
}
