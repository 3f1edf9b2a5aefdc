import { Gauge } from 'prom-client'
import { expect, test, vi } from 'vitest'
import { createMetrics, timed } from '../../backend/telemetry/metrics.ts'

const gaugesOf = (metrics: ReturnType<typeof createMetrics>) => {
  const registers = [metrics.registry]
  return {
    plain: new Gauge({ name: 'plain', help: 'x', registers }),
    labelled: new Gauge({ name: 'labelled', help: 'x', labelNames: ['kind'], registers }),
  }
}

test('gauges are brought up to date when somebody asks', async () => {
  const metrics = createMetrics()
  const { plain } = gaugesOf(metrics)
  let value = 1
  metrics.onScrape('source', [plain], async () => plain.set(value))
  expect((await metrics.read()).text).toContain('plain 1\n')
  value = 2
  const { type, text } = await metrics.read()
  expect(text).toContain('plain 2\n')
  expect(type).toContain('text/plain; version=0.0.4')
})

test('a source that fails is counted and its gauges say nothing, rather than what was true before', async () => {
  const metrics = createMetrics()
  const { plain, labelled } = gaugesOf(metrics)
  let away = false
  metrics.onScrape('database', [plain, labelled], async () => {
    if (away) throw new Error('the database is away')
    plain.set(7)
    labelled.set({ kind: 'a' }, 7)
  })
  expect((await metrics.read()).text).toContain('labelled{kind="a"} 7\n')
  away = true
  const { text } = await metrics.read()
  expect(text).not.toMatch(/^(plain|labelled)[ {]/m)
  expect(text).toContain('loreloom_scrape_failures_total{source="database"} 1\n')
})

test('a source that hangs holds nobody up, and is not asked again meanwhile', async () => {
  vi.useFakeTimers()
  try {
    const metrics = createMetrics()
    const { plain } = gaugesOf(metrics)
    const asked = vi.fn(() => new Promise<void>(() => undefined))
    metrics.onScrape('database', [plain], asked)
    for (const _ of [1, 2]) {
      const answer = metrics.read()
      await vi.advanceTimersByTimeAsync(3_000)
      expect((await answer).text).not.toMatch(/^plain /m)
    }
    expect(asked).toHaveBeenCalledTimes(1)
  } finally {
    vi.useRealTimers()
  }
})

test('work is timed however it ends, and ends as it would have', async () => {
  const ends: string[] = []
  const observe = (_seconds: number, outcome: string) => void ends.push(outcome)
  expect(await timed(async () => 'answer', observe)).toBe('answer')
  const failing = async () => {
    throw new RangeError('no')
  }
  await expect(timed(failing, observe)).rejects.toThrow(RangeError)
  await expect(timed(failing, observe, (error) => (error as Error).message)).rejects.toThrow(RangeError)
  expect(ends).toEqual(['ok', 'failed', 'no'])
})
