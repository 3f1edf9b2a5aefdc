import type pg from 'pg'
import { Gauge } from 'prom-client'
import { CheckName, CheckOutcome } from '#domain/checks.ts'
import type { Telemetry } from './telemetry.ts'

interface Last {
  name: CheckName
  status: string
  age: number
}
const last = `select distinct on (name) name, status, extract(epoch from now() - "endedAt")::float8 as age
  from checks where "endedAt" is not null order by name, "endedAt" desc`
const head = `select length::float8, extract(epoch from now() - (select max(at) from audit.heads))::float8 as age from audit.chain`

/**
 * Observes the latest results of the installation's checks, the length of the audit chain, and the age of its newest
 * signed head. The values are equal in every process.
 */
export const observeChecks = ({ metrics: { registry, onScrape } }: Telemetry, pool: pg.Pool): void => {
  const registers = [registry]
  const result = new Gauge({
    name: 'loreloom_check_result',
    help: '1 for how a check ended last: passed, differs, or failed',
    labelNames: ['check', 'outcome'],
    registers,
  })
  const age = new Gauge({
    name: 'loreloom_check_age_seconds',
    help: 'How long ago a check ended last',
    labelNames: ['check'],
    registers,
  })
  const length = new Gauge({ name: 'loreloom_chain_length', help: 'Links of the audit chain', registers })
  const unsigned = new Gauge({
    name: 'loreloom_chain_head_age_seconds',
    help: 'How long ago a head of the audit chain was signed last',
    registers,
  })
  onScrape('checks', [result, age], async () => {
    const { rows } = await pool.query<Last>(last)
    for (const check of CheckName.options) {
      const found = rows.find(({ name }) => name === check)
      for (const outcome of CheckOutcome.options) result.set({ check, outcome }, found?.status === outcome ? 1 : 0)
      if (found) age.set({ check }, found.age)
    }
  })
  onScrape('chain', [length, unsigned], async () => {
    const { rows } = await pool.query<{ length: number; age: number | null }>(head)
    length.set(rows[0]?.length ?? 0)
    if (rows[0]?.age != null) unsigned.set(rows[0].age)
  })
}
