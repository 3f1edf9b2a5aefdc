import { Gauge } from 'prom-client'
import { type Checks, readiness } from '../http/readiness.ts'
import { roles as allRoles, type Role } from '../settings.ts'
import type { Telemetry } from './telemetry.ts'

interface Process {
  roles: readonly Role[]
  version: string
  checks: Checks
}

/** Shorter than the timeout of a source of gauges (3 s), so that a slow check reports 0 in place of being omitted. */
const timeoutMs = 2_500

/** Observes the version of this process, its roles and its readiness. */
export const observeProcess = ({ metrics }: Telemetry, { roles, version, checks }: Process): void => {
  const registers = [metrics.registry]
  const info = new Gauge({
    name: 'loreloom_build_info',
    help: 'Always 1: the version that this process runs, and the Node that it runs on',
    labelNames: ['version', 'node'],
    registers,
  })
  info.set({ version, node: process.version }, 1)
  const role = new Gauge({
    name: 'loreloom_role',
    help: '1 for each role of this process, 0 for the others',
    labelNames: ['role'],
    registers,
  })
  for (const one of allRoles) role.set({ role: one }, roles.includes(one) ? 1 : 0)
  const ready = new Gauge({
    name: 'loreloom_ready',
    help: 'What this process needs to be of use: 1 for each that it has',
    labelNames: ['check'],
    registers,
  })
  metrics.onScrape('readiness', [ready], async () => {
    const answer = await readiness(checks, () => undefined, timeoutMs)()
    for (const [check, { ok }] of Object.entries(answer.checks)) ready.set({ check }, ok ? 1 : 0)
  })
}
