import { expect, test } from 'vitest'
import { observeProcess } from '../../backend/telemetry/process.ts'
import { measuredOutages } from '../../backend/telemetry/store-outages.ts'
import { quietTelemetry } from '../../backend/telemetry/telemetry.ts'
import { figure } from './figures.ts'

test('a process tells its version, its roles, and which of the things it needs it has, asked anew each time', async () => {
  const telemetry = quietTelemetry()
  let isBack = false
  const checks = {
    database: async () => undefined,
    eventStore: async () => {
      if (!isBack) throw new Error('away')
      return undefined
    },
    log: async () => 'another log',
  }
  observeProcess(telemetry, { roles: ['worker'], version: '3.1.4', checks })
  const read = async (name: string, labels: Record<string, string>) =>
    figure((await telemetry.metrics.read()).text, name, labels)

  expect(await read('loreloom_build_info', { version: '3.1.4', node: process.version })).toBe(1)
  expect(await read('loreloom_role', { role: 'worker' })).toBe(1)
  expect(await read('loreloom_role', { role: 'projector' })).toBe(0)
  expect(await read('loreloom_ready', { check: 'database' })).toBe(1)
  expect(await read('loreloom_ready', { check: 'eventStore' })).toBe(0)
  expect(await read('loreloom_ready', { check: 'log' })).toBe(0)
  isBack = true
  expect(await read('loreloom_ready', { check: 'eventStore' })).toBe(1)
})

test('retries and reconnects are there from the start, at 0, and counted', async () => {
  const { metrics } = quietTelemetry()
  const { observer, reconnects } = measuredOutages(metrics)
  const read = async (name: string) => figure((await metrics.read()).text, name)
  expect(await read('loreloom_event_store_retries_total')).toBe(0)
  expect(await read('loreloom_event_store_reconnects_total')).toBe(0)
  observer.lost?.()
  observer.repeated?.()
  observer.repeated?.()
  expect(await read('loreloom_event_store_retries_total')).toBe(2)
  expect(await read('loreloom_event_store_reconnects_total')).toBe(1)
  expect(reconnects()).toBe(1)
})
