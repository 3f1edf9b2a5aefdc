import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { coupons } from '#domain/coupons.ts'
import { timerContext } from '../commands/context.ts'
import { Issue } from '../commands/coupons/issue.ts'
import { dispatcher } from '../commands/dispatch.ts'
import { commandHandler } from '../commands/handle.ts'
import { readConfig } from '../config.ts'
import { secretsOf } from '../config-secrets.ts'
import { CannotStart } from '../platform/cannot-start.ts'
import { databaseClock } from '../platform/database-clock.ts'
import { runProcess } from '../platform/run-process.ts'
import { sealEvents } from '../sealing/sealed-store.ts'
import { installedStorage } from '../storage.ts'
import { openLog } from '../telemetry/log.ts'
import { createScope } from '../telemetry/scope.ts'

/**
 * `npm run coupons -- <email> BASIC | PRO <last day, or life> <reason>`: creates a pre-order coupon. The user with that
 * address, now or later, finds it on sign-in. May run alongside the server.
 */
const { log, hide } = openLog(createScope(), pino.destination({ dest: 2, sync: true }))
const usage = 'usage: npm run coupons -- <email> BASIC|PRO <YYYY-MM-DD|life> <reason>'

await runProcess(log, async (stopping) => {
  const [email, plan, until, ...words] = process.argv.slice(2)
  const through = until === 'life' ? null : `${until}T23:59:59.999Z`
  const parsed = Issue.safeParse({ email, plan, through, reason: words.join(' ') })
  if (!parsed.success) throw new CannotStart(usage)
  const config = readConfig(process.env)
  hide(secretsOf(config))
  const { pool, store, keys } = await installedStorage(config, stopping)
  const clock = await databaseClock(pool, log)
  stopping.add('clock', clock.stop)
  const { dispatch } = dispatcher(commandHandler(store, { ...clock, seal: (events) => sealEvents(keys, events) }))

  const couponId = randomUUID()
  const data = { couponId, ...parsed.data }
  await dispatch(timerContext('coupons', couponId), coupons, couponId, { type: 'IssueCoupon', data })
  process.stdout.write(`${couponId}\n`)
  process.emit('SIGTERM')
})
