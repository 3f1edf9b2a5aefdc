import pg from 'pg'
import { pino } from 'pino'
import { connectEventStore } from '../eventstore/client.ts'
import { localUrl, readConfig } from './config.ts'
import { claimDataDir } from './platform/data-dir.ts'
import { embeddedEventStore, embeddedPostgres, givenPostgres } from './platform/databases.ts'
import { findPort } from './platform/port.ts'
import { runProcess } from './platform/run-process.ts'
import { ensureWebApp } from './platform/web-app.ts'

/** The process: reads the settings, starts what they ask for, and stops it in the reverse order. The only file that names concrete things. */
const log = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }))
const tell = (line: string) => process.stderr.write(`${line}\n`)

await runProcess(log, async (stopping) => {
  const config = readConfig(process.env)
  log.level = config.logLevel
  const serves = config.roles.includes('api')

  stopping.add('data directory', claimDataDir(config.dataDir).release)
  const port = serves ? await findPort(config.host, config.port) : config.port
  const baseUrl = config.baseUrl ?? localUrl(config.host, port)
  const webApp = serves ? ensureWebApp(() => tell('Building the web app …')) : undefined
  // A build that fails is told where it is awaited.
  webApp?.catch(() => undefined)

  const place = { dataDir: config.dataDir, log, stopping }
  const postgres = config.databaseUrl ? await givenPostgres(config.databaseUrl) : await embeddedPostgres(place)
  const pool = new pg.Pool({ ...postgres, max: 20 })
  pool.on('error', (error) => log.warn({ err: error }, 'An idle database connection was lost'))
  stopping.add('database connections', () => pool.end())
  const store = connectEventStore(config.eventStoreUrl ?? (await embeddedEventStore(place, postgres)))
  stopping.add('event store connection', () => store.close())

  // roles: api, projector, worker

  await webApp
  if (serves) process.stdout.write(`Loreloom is at ${baseUrl}\n`)
})
