import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { billingEvents } from '#domain/billing-events.ts'
import { type Difference, differences } from '#domain/differences.ts'
import { reconciliation, reconciliationEvents, reconciliationId } from '#domain/reconciliation.ts'
import { upcast } from '#domain/upcasters.ts'
import { timerContext } from '../commands/context.ts'
import { dispatcher } from '../commands/dispatch.ts'
import { commandHandler } from '../commands/handle.ts'
import { readConfig } from '../config.ts'
import { secretsOf } from '../config-secrets.ts'
import { databaseClock } from '../platform/database-clock.ts'
import { runProcess } from '../platform/run-process.ts'
import { sealEvents } from '../sealing/sealed-store.ts'
import { installedStorage } from '../storage.ts'
import { openLog } from '../telemetry/log.ts'
import { createScope } from '../telemetry/scope.ts'

/**
 * `npm run reconcile`: compares recorded payments with the provider's, through the server's worker, and prints the
 * differences, the repairs and the remaining tasks. Exits with 2 if tasks remain.
 */
const { log, hide } = openLog(createScope(), pino.destination({ dest: 2, sync: true }))
const print = (line: string) => process.stdout.write(`${line}\n`)
/** Milliseconds without an event after which no worker seems to run, since a worker would begin at once. */
const silentMs = 60_000

const report = (whose: string, { code, reference, mended }: Difference) => {
  const [what, remedy] = differences[code]
  print(`${mended ? 'mended ' : 'to mend'}  ${whose}  ${reference}  ${what}${mended ? '' : ` ${remedy}`}`)
}

await runProcess(log, async (stopping) => {
  const config = readConfig(process.env)
  hide(secretsOf(config))
  const { pool, store, keys } = await installedStorage(config, stopping)
  const clock = await databaseClock(pool, log)
  stopping.add('clock', clock.stop)
  const { dispatch, stateOf } = dispatcher(
    commandHandler(store, { ...clock, seal: (events) => sealEvents(keys, events) }),
  )
  const after = await store.head()
  const newId = randomUUID()
  await dispatch(timerContext('reconcile', newId), reconciliation, reconciliationId, {
    type: 'BeginReconciliation',
    data: { roundId: newId, cause: 'asked' },
  })
  const roundId = (await stateOf(reconciliation, reconciliationId)).round?.roundId ?? newId
  if (roundId !== newId) print('A round is under way already: this is what it finds from now on.')

  const ended = new AbortController()
  const silence = setTimeout(() => print('Nothing happens: is a worker running?'), silentMs)
  let left = 0
  for await (const { events } of store.subscribe({ after, signal: ended.signal }))
    for (const { type, data } of events.map(upcast)) {
      if ((data as { roundId?: string })?.roundId !== roundId) continue
      silence.refresh()
      if (type === 'DifferencesFound') {
        const { userId, differences } = billingEvents.DifferencesFound.parse(data)
        for (const difference of differences) report(userId, difference)
        left += differences.filter(({ mended }) => !mended).length
      }
      if (type === 'DifferencesSettled') {
        const { userId, settled } = billingEvents.DifferencesSettled.parse(data)
        for (const { code, reference } of settled) print(`settled   ${userId}  ${reference}  ${differences[code][0]}`)
      }
      if (type === 'StrangersFound') {
        const { strangers } = reconciliationEvents.StrangersFound.parse(data)
        for (const stranger of strangers) report('nobody here', stranger)
        left += strangers.length
      }
      if (type === 'ReconciliationDelayed') print('The provider cannot be reached: it is tried again.')
      if (type === 'ReconciliationEnded') {
        const { looked, outcome } = reconciliationEvents.ReconciliationEnded.parse(data)
        print(`${looked} people compared, ${left} differences to see to${outcome === 'given_up' ? '; given up' : ''}.`)
        if (left > 0 || outcome === 'given_up') process.exitCode = 2
        ended.abort()
      }
    }
  clearTimeout(silence)
  process.emit('SIGTERM')
})
