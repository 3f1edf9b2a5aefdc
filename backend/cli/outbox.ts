import pg from 'pg'
import { pino } from 'pino'
import { readConfig } from '../config.ts'
import { secretsOf } from '../config-secrets.ts'
import { installedPostgres } from '../platform/databases.ts'
import { runProcess } from '../platform/run-process.ts'
import { migrateOutbox, outbox } from '../providers/mail/outbox.ts'
import { openLog } from '../telemetry/log.ts'
import { createScope } from '../telemetry/scope.ts'

/**
 * `npm run outbox`: prints the newest unsent mail, also while the server runs. Without a mail server, it is the only way for a sole
 * administrator who forgot the password to find the link that sets another.
 */
const { log, hide } = openLog(createScope(), pino.destination({ dest: 2, sync: true }))
const newest = 20

/** Removes control characters, which a terminal would interpret. The other two prevent texts that look like the next mail's header. */
const shown = (text: string) => text.replaceAll(/[^\P{C}\n]/gu, '')
const oneLine = (text: string) => shown(text).replaceAll('\n', ' ')
const indented = (text: string) => shown(text).replaceAll(/^(?=.)/gm, '  ')

await runProcess(log, async (stopping) => {
  const config = readConfig(process.env)
  hide(secretsOf(config))
  const pool = new pg.Pool({ ...(await installedPostgres(config, stopping)), max: 1 })
  stopping.add('database connections', () => pool.end())
  await migrateOutbox(pool)

  const { data, total } = await outbox(pool).list({ limit: newest, offset: 0 })
  const mails = data.map(
    ({ createdAt, to, subject, text }) =>
      `${createdAt} to ${oneLine(to)}: ${oneLine(subject)}\n\n${indented(text)}\n\n`,
  )
  process.stdout.write(
    `${mails.join('')}${total === 0 ? 'No' : `The newest ${data.length} of ${total}`} unsent mails\n`,
  )
  process.emit('SIGTERM')
})
