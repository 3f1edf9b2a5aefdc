import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { roles } from '../../backend/settings.ts'
import { sourcesUp } from '../../backend/telemetry/image-sources.ts'
import { createMetrics } from '../../backend/telemetry/metrics.ts'
import { createScope } from '../../backend/telemetry/scope.ts'
import { measuredOutages } from '../../backend/telemetry/store-outages.ts'
import { noTracing } from '../../backend/telemetry/tracer.ts'
import dashboard from '../../docs/monitoring/dashboard.json' with { type: 'json' }
import { eventually, startStack } from '../stack.ts'
import { type Exported, faultsOf, groupedBy } from './promql.ts'

/** What docs/monitoring asks Prometheus, against what an installation with a process for each role exports. */
interface Rule {
  alert: string
  expr: string
  for: string
  labels: { severity: string }
  annotations: { summary: string; description: string; runbook_url: string }
}
const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const operations = read('docs/operations.md')
const { groups }: { groups: { rules: Rule[] }[] } = parse(read('docs/monitoring/alerts.yml'))
const rules = groups.flatMap((group) => group.rules)
const panels = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr, legendFormat }) => ({ title, expr, legendFormat })),
)

const telemetryOf = () => {
  const metrics = createMetrics({ ofProcess: true })
  // As the program does where it opens its sources of pictures and the event store.
  sourcesUp(metrics.registry)
  measuredOutages(metrics)
  return { scope: createScope(), metrics, tracer: noTracing }
}
const processes = { api: telemetryOf(), projector: telemetryOf(), worker: telemetryOf() }
let stack: Awaited<ReturnType<typeof startStack>>
const exported = new Map<string, Exported>([['up', { type: 'gauge', labels: new Map() }]])

/** Values of labels that only come with trouble, or not at every start; each is written so in what measures it. */
const rare = {
  loreloom_command_seconds: { outcome: ['failed', 'unavailable', 'conflict'] },
  loreloom_picture_seconds: { outcome: ['misconfigured'] },
  loreloom_text_seconds: { outcome: ['misconfigured'] },
}
/** What is made of a value, and not written as it is. */
const computed = {
  loreloom_http_request_seconds: { status: ['5xx'] },
  loreloom_kept_answers_total: { found: ['true'] },
}

beforeAll(async () => {
  stack = await startStack({ roles: ['api'], telemetry: processes.api })
  await stack.beside(['projector'], processes.projector)
  await stack.beside(['worker'], processes.worker)
  await stack.member('Somebody')
  await eventually(async () => (await processes.worker.metrics.read()).text.includes('loreloom_job_seconds_count'))
  for (const { metrics } of Object.values(processes)) await collect(metrics.registry, (await metrics.read()).text)
})
afterAll(() => stack?.stop())

const collect = async (registry: Registry, text: string) => {
  const types = new Map([...text.matchAll(/^# TYPE (\w+) (\w+)/gm)].map(([, name = '', type = '']) => [name, type]))
  for (const { name, values } of await registry.getMetricsAsJSON()) {
    const type = types.get(name)
    if (type === undefined) throw new Error(`${name} is registered, and not in what is told`)
    const metric = registry.getSingleMetric(name)
    const names =
      metric && 'labelNames' in metric && Array.isArray(metric.labelNames) ? metric.labelNames.map(String) : []
    const expected = new Map(Object.entries({ ...rare, ...computed })).get(name)
    const labels = names.map((label): [string, Set<string>] => [
      label,
      new Set([
        ...(exported.get(name)?.labels.get(label) ?? []),
        ...values.flatMap((series) =>
          Object.entries(series.labels).flatMap(([of, value]) => (of === label ? [String(value)] : [])),
        ),
        ...Object.entries(expected ?? {}).flatMap(([of, list]) => (of === label ? list : [])),
      ]),
    ])
    exported.set(name, { type, labels: new Map(labels) })
  }
}
const filled = (query: string) => query.replaceAll('$__rate_interval', '5m')

test('values that come with trouble are written so in what measures', () => {
  const source = globSync('backend/telemetry/*.ts', { cwd: root }).map(read).join('')
  for (const { outcome } of Object.values(rare)) for (const value of outcome) expect(source).toContain(`'${value}'`)
})

describe('an alert', () => {
  test.each(rules)('$alert asks for what is exported', ({ expr }) => expect(faultsOf(expr, exported)).toEqual([]))

  test.each(rules)(
    '$alert says what is wrong, how bad it is, and where to read on',
    ({ alert, labels, annotations, ...rule }) => {
      expect(['warning', 'critical']).toContain(labels.severity)
      expect(rule.for).toMatch(/^\d+[mh]$/)
      expect(annotations.runbook_url).toBe(`docs/operations.md#${alert.toLowerCase()}`)
      expect(operations).toMatch(new RegExp(`^### ${alert}$`, 'm'))
      const named = Object.values(annotations).flatMap((text) =>
        [...text.matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label),
      )
      const there = [...groupedBy(rule.expr), ...(rule.expr.startsWith('up{') ? ['instance', 'job'] : [])]
      for (const label of named) expect(there).toContain(label)
    },
  )

  test('has its runbook, and none is left over', () => {
    const [, page = ''] = operations.split('## What to watch and what to do\n')
    const [section = ''] = page.split(/^## /m)
    expect([...section.matchAll(/^### (\w+)$/gm)].map(([, name]) => name)).toEqual(rules.map(({ alert }) => alert))
  })
})

describe('the dashboard', () => {
  test.each(panels)('$title asks for what is exported: $expr', ({ expr, legendFormat }) => {
    expect(faultsOf(filled(expr), exported)).toEqual([])
    for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) expect(groupedBy(expr)).toContain(label)
  })

  test('knows each variable that it names, and asks one data source', () => {
    const text = JSON.stringify(dashboard)
    const known = [...dashboard.templating.list.map(({ name }) => name), '__rate_interval', '__all']
    for (const [, name] of text.matchAll(/\$\{?(\w+)/g)) expect(known).toContain(name)
    for (const [, uid] of text.matchAll(/"datasource":\{"type":"prometheus","uid":"([^"]+)"\}/g))
      expect(uid).toBe(`\${datasource}`)
  })

  test('has no two panels in one place', () => {
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)},${y + Math.floor(n / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  })
})

test('the sample of Prometheus names the job and the rules that alerts stand on', () => {
  const { rule_files, scrape_configs } = parse(read('docs/monitoring/prometheus.yml'))
  expect(rule_files).toEqual(['alerts.yml'])
  expect(scrape_configs.map(({ job_name }: { job_name: string }) => job_name)).toEqual(['loreloom'])
})

describe('a process of each role', () => {
  const typesOf = async (role: (typeof roles)[number]) => (await processes[role].metrics.read()).text

  test.each(roles)('%s tells what all share, and which it is', async (role) => {
    const text = await typesOf(role)
    for (const [, name] of operations.matchAll(/^\| `(loreloom_\w+)` \| (?:.*, )?shared \|/gm)) {
      if (name === 'loreloom_check_age_seconds' || name === 'loreloom_chain_head_age_seconds') continue
      expect(text).toMatch(new RegExp(`^${name}[{ ]`, 'm'))
    }
    for (const one of roles) expect(text).toContain(`loreloom_role{role="${one}"} ${one === role ? 1 : 0}\n`)
    expect(text).toContain('loreloom_ready{check="eventStore"} 1\n')
    expect(text).toMatch(/^loreloom_build_info\{version="test",node="v\d+/m)
  })

  test('projector alone says whether it leads', async () => {
    expect(await typesOf('projector')).toContain('loreloom_projector_leading 1\n')
    for (const role of ['api', 'worker'] as const)
      expect(await typesOf(role)).not.toContain('loreloom_projector_leading')
  })
})
