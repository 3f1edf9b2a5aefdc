import { expect, test } from 'vitest'
import { type Exported, faultsOf } from './promql.ts'

const exported = new Map<string, Exported>([
  ['done_total', { type: 'counter', labels: new Map([['outcome', new Set(['ok'])]]) }],
  ['open', { type: 'gauge', labels: new Map() }],
  ['took_seconds', { type: 'histogram', labels: new Map([['route', new Set(['/'])]]) }],
])

test.each([
  'sum by (outcome, instance) (rate(done_total{outcome="ok", job="$job"}[5m]))',
  'max(open) > 1 or vector(0)',
  'histogram_quantile(0.9, sum by (le, route) (rate(took_seconds_bucket[5m])))',
  'rate(took_seconds_sum[5m]) / rate(took_seconds_count[5m])',
  'open unless on (instance) (open == 0)',
])('%s is well asked', (query) => expect(faultsOf(query, exported)).toEqual([]))

test.each([
  ['rate(done_total[5m]', 'cannot be parsed'],
  ['max(opened)', 'opened is not exported'],
  ['rate(open[5m])', 'open is a gauge'],
  ['sum(done_total)', 'done_total is a counter'],
  ['rate(done_total{result="ok"}[5m])', 'has no label result'],
  ['rate(done_total{outcome=~"ok|late"}[5m])', 'never has outcome="late"'],
  ['sum by (route) (rate(done_total[5m]))', 'not all of done_total have the label route'],
  ['histogram_quantile(0.9, sum by (route) (rate(took_seconds_bucket[5m])))', 'without le'],
  ['histogram_quantile(0.9, rate(took_seconds_sum[5m]))', 'has no buckets'],
  ['took_seconds', 'took_seconds is a histogram'],
])('%s is not: %s', (query, fault) => expect(faultsOf(query, exported).join('; ')).toContain(fault))
