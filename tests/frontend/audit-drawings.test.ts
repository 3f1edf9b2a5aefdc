import { describe, expect, it } from 'vitest'
import type {
  CurveStep,
  PaymentsAnswer,
  TraceAnswer,
  TracedGrant,
  TracedHold,
  TracedTakeBack,
} from '#domain/ledger-answers.ts'
import { timeMarks } from '../../frontend/src/features/audit/chart/ChartFrame.tsx'
import { layOutCurve, levelsOf, stepAt } from '../../frontend/src/features/audit/chart/curve.ts'
import { spanOf } from '../../frontend/src/features/audit/chart/ranges.ts'
import { differing } from '../../frontend/src/features/audit/payments/differing.ts'
import { traceGraphOf } from '../../frontend/src/features/audit/trace/trace-graph.ts'

const day = 86_400_000
const start = Date.parse('2026-11-14T00:00:00Z')
const step = (n: number, balance: number) =>
  ({ at: new Date(start + n * day).toISOString(), position: String(n), balance }) as CurveStep
const nothing = { balance: 0, held: 0, available: 0, owed: 0 }

describe('the chart', () => {
  const curve = { opening: nothing, steps: [step(1, 1_000), step(2, 900), step(3, 1_150)] }
  const span = { from: start, to: start + 4 * day }
  const scene = layOutCurve(curve, span, { at: start + 2 * day, position: '2' }, 656)

  it('goes up to the moment, and from there on what had not happened yet', () => {
    expect(scene.past.match(/V/g)).toHaveLength(2)
    expect(scene.future.match(/V/g)).toHaveLength(1)
    expect(scene.ticks.map(({ isFuture }) => isFuture)).toEqual([false, false, true])
  })
  it('parts two events of one time by where they stand in the log', () => {
    const twice = { opening: nothing, steps: [step(1, 10), { ...step(1, 20), position: '5' }] }
    const { past, future } = layOutCurve(twice, span, { at: start + day, position: '1' }, 656)
    expect([past.match(/V/g)?.length, future.match(/V/g)?.length]).toEqual([1, 1])
  })
  it('leads from a place to its time', () => {
    expect(scene.timeAt(scene.xOf(start + 3 * day))).toBeCloseTo(start + 3 * day, -3)
    expect(stepAt(curve.steps, start + 2.5 * day)?.balance).toBe(900)
    expect(stepAt(curve.steps, start)).toBeUndefined()
  })
  it.each([
    [985, 1_480],
    [0, 0],
    [-20, 35],
    [999_000, 1_000_000],
  ])('has round figures around %i to %i', (least, most) => {
    const levels = levelsOf(least, most)
    expect(levels[0]).toBeLessThanOrEqual(least)
    expect(levels.at(-1)).toBeGreaterThanOrEqual(most)
    expect(levels.length).toBeLessThanOrEqual(6)
  })
  it('names days over a week, and hours over a day', () => {
    expect(timeMarks({ from: start, to: start + 7 * day }, 8).map(({ label }) => label)[1]).toBe('15 Nov')
    expect(timeMarks({ from: start + 1, to: start + day - 1 }, 8).map(({ label }) => label)[0]).toBe('03:00')
  })
  it('shows a year in a handful of months', () =>
    expect(timeMarks({ from: start, to: start + 366 * day }, 7).length).toBeLessThanOrEqual(7))
  it('goes where the moment is when that is further back than it shows', () => {
    const at = new Date(start).toISOString()
    expect(spanOf('week', at, at, start + day)).toMatchObject({ isToNow: true })
    const { span: past, isToNow } = spanOf('week', at, at, start + 100 * day)
    expect(isToNow).toBe(false)
    expect(past.from < start && start < past.to).toBe(true)
  })
})

const ref = (entry: number) => ({ entry, position: String(entry), at: '2026-11-19T21:48:02Z', for: 'Fifth bell' })
const grant = (grantId: string, granted: number) => ({ grantId, granted, source: 'pack', entry: ref(1) }) as TracedGrant
const hold = (n: number, from: Record<string, number>, as: 'captured' | 'released' | null = 'captured') =>
  ({
    holdId: `hold-${n}`,
    entry: ref(n),
    credits: Object.values(from).reduce((sum, credits) => sum + credits, 0),
    from: Object.entries(from).map(([grantId, credits]) => ({ grantId, credits })),
    outcome: as && { as, entry: ref(n + 10) },
  }) as TracedHold
const takeBack = (grantId: string, settled: string[] = [], givenBackTo: string[] = []) =>
  ({
    takeBackId: `back-of-${grantId}`,
    grantId,
    entries: [ref(30)],
    settled: settled.map((other) => ({ grantId: other, credits: 1 })),
    givenBack: givenBackTo.length === 0 ? null : { to: givenBackTo.map((other) => ({ grantId: other, credits: 1 })) },
  }) as TracedTakeBack
const traced = (grants: TracedGrant[], holds: TracedHold[], takeBacks: TracedTakeBack[] = []) =>
  ({ grants, holds, takeBacks }) as TraceAnswer
const words = { grant: () => '', hold: () => '', end: () => '', takeBack: () => '' }
const graphOf = (trace: TraceAnswer, isPast: (position: string) => boolean = () => true) =>
  traceGraphOf(trace, isPast, words)
const endsOf = (graph: ReturnType<typeof graphOf>) =>
  graph.nodes.flatMap((node) => (node.kind === 'end' ? node.drawn : []))
const linksOf = ({ links }: ReturnType<typeof graphOf>, tone: string) =>
  links.filter((link) => link.tone === tone).map(({ source, target }) => `${source} > ${target}`)

describe('where credits went', () => {
  const four = traced(
    [grant('plan', 2_000), grant('pack', 250)],
    [hold(2, { plan: 8 }), hold(3, { plan: 4, pack: 4 }), hold(4, { pack: 8 }), hold(5, { pack: 8 }, 'released')],
  )

  it('leads from grants through holds to results, by one thread for each credit', () => {
    const graph = graphOf(four)
    expect(graph.per).toBe(1)
    expect(graph.nodes.flatMap((node) => (node.kind === 'grant' ? node.credits : []))).toEqual([12, 20])
    expect(endsOf(graph).map(({ state }) => state)).toEqual(['captured', 'captured', 'captured', 'released'])
    const arriving = graph.links.filter(({ target }) => target.startsWith('hold'))
    expect(arriving.map(({ source, threads }) => [source, threads])).toEqual([
      ['grant plan', 8],
      ['grant plan', 4],
      ['grant pack', 4],
      ['grant pack', 8],
      ['grant pack', 8],
    ])
  })
  it('leads what was released back to its grant', () => {
    expect(linksOf(graphOf(four), 'back')).toEqual(['hold hold-5 > end hold-5', 'end hold-5 > grant pack'])
  })
  it('has room at each node for all threads that arrive and leave', () => {
    const { nodes, links } = graphOf(four)
    for (const { id, height } of nodes)
      for (const end of ['source', 'target'] as const) {
        const own = links.filter((link) => link[end] === id && !link.isBack)
        expect(own.reduce((sum, { thickness = 0 }) => sum + thickness, 0)).toBeLessThan(height)
      }
  })
  it('is one thread for more than one, over sixty', () => {
    const graph = graphOf(traced([grant('plan', 2_000)], [hold(2, { plan: 600 })]))
    expect(graph.per).toBe(10)
    expect(graph.links.map(({ threads }) => threads)).toEqual([60, 60])
  })
  it('leaves nothing out, however little it is', () => {
    const { links } = graphOf(traced([grant('plan', 2_000), grant('pack', 1)], [hold(2, { plan: 900, pack: 1 })]))
    expect(links.find(({ source }) => source === 'grant pack')?.threads).toBe(1)
  })
  it('is held still at a moment before it ended, and not yet held before it began', () => {
    const stateAt = (position: number) =>
      endsOf(graphOf(traced([grant('plan', 9)], [hold(5, { plan: 9 })]), (other) => Number(other) <= position))[0]
        ?.state
    expect([stateAt(20), stateAt(7), stateAt(3)]).toEqual(['captured', 'held', 'later'])
  })
  it('keeps its shape at every moment, so that nothing moves while one scrubs', () => {
    const shapeAt = (position: number) =>
      graphOf(four, (other) => Number(other) <= position).links.map(({ source, target }) => `${source} ${target}`)
    expect(shapeAt(3)).toEqual(shapeAt(40))
  })
  it('has room for six ends: what is more is one of them', () => {
    const many = Array.from({ length: 40 }, (_, n) => hold(n + 2, { plan: 5 }))
    const ends = endsOf(graphOf(traced([grant('plan', 200)], many)))
    expect(ends).toHaveLength(6)
    expect(ends.at(-1)).toMatchObject({ hold: null, count: 35, credits: 175 })
  })
  it('leads from a payment, and from what settled the debt, to its refund, and back when that is reversed', () => {
    const graph = graphOf(
      traced([grant('plan', 9), grant('pack', 250), grant('gift', 1)], [], [takeBack('pack', ['plan'], ['pack'])]),
    )
    expect(linksOf(graph, 'loss')).toEqual([
      'grant pack > take-back back-of-pack',
      'grant plan > take-back back-of-pack',
    ])
    expect(linksOf(graph, 'back')).toEqual(['take-back back-of-pack > grant pack'])
    expect(graph.nodes.map(({ id }) => id)).toEqual(['grant plan', 'grant pack', 'take-back back-of-pack'])
  })
  it('is nothing where nothing was held or taken back', () =>
    expect(graphOf(traced([grant('plan', 200)], []))).toMatchObject({ nodes: [], links: [] }))
})

describe('what does not agree', () => {
  const payments = [
    { reference: 'pi_1', result: 'match' },
    { reference: 'pi_2', result: 'missing' },
  ] as PaymentsAnswer['payments']
  const found = (reference: string, mended: boolean, settledAt: string | null = null) =>
    ({ reference, mended, settledAt }) as PaymentsAnswer['differences'][number]

  it('is counted by payment, whichever side it is missing on', () =>
    expect(differing({ payments, unpaid: [], differences: [found('pi_1', false), found('pi_2', false)] })).toBe(2))
  it('is not what was settled since', () =>
    expect(
      differing({ payments: [], unpaid: [], differences: [found('pi_1', false, '2026-03-02T04:00:00.000Z')] }),
    ).toBe(0))
  it('is not what was made up for', () =>
    expect(differing({ payments: [], unpaid: [], differences: [found('pi_1', true)] })).toBe(0))
})
