import { deepEqual } from 'node:assert/strict'
import pg from 'pg'
import type { BareRead } from './apart/bare-read.ts'
import type { Called, Callers } from './apart/callers.ts'
import { startApart } from './lib/apart.ts'
import type { Bench } from './lib/bench.ts'
import { fillEndlessCoast } from './lib/endless-coast.ts'
import { latency, median, quantile, verdict, written } from './lib/figures.ts'
import { interleaved } from './lib/rounds.ts'

/** `word` is in the names of more than a page of them, so that one search is enough: the bare one does no other. */
const sizes = {
  full: { word: 'lantern', lore: 10_000, callers: 50, perSecond: 25, seconds: 4, warmUp: 1, rounds: 3 },
  quick: { word: 'the', lore: 200, callers: 2, perSecond: 50, seconds: 0.1, warmUp: 0.02, rounds: 1 },
}

export const bench: Bench = {
  what: 'folders, gallery and search of the large demo by 50 callers, beside Fastify and `pg` returning the same rows',
  async run(options) {
    const { quick, stopping, say } = options
    const size = quick ? sizes.quick : sizes.full
    const installation = await options.installation()
    say(`filling it with ${written(size.lore)} pages of lore`)
    const { owner, campaignId, shelfId, way } = await fillEndlessCoast(installation, size.lore, options)
    await settle(installation.postgres)
    const bareUrl = await startApart<BareRead>(stopping, 'bare-read.ts').ask('listen', {
      postgres: installation.postgres,
      campaignId,
      shelfId,
      way,
      userId: owner.id,
      word: size.word,
    })
    const { headers } = owner
    const anew = { ...headers, 'cache-control': 'no-cache' }
    const sides = {
      ours: { url: installation.url, headers },
      anew: { url: installation.url, headers: anew },
      bare: { url: bareUrl, headers: {} },
    }
    const callers = startApart<Callers>(stopping, 'callers.ts')

    const rows: string[][] = []
    const verdicts: string[] = []
    for (const { name, ours, bare } of reads(campaignId, { shelfId, way, word: size.word })) {
      const paths = { ours: `/api${ours}`, anew: `/api${ours}`, bare }
      for (const { headers } of [sides.anew, sides.ours])
        await checkSame(installation.url + paths.ours, headers, sides.bare.url + paths.bare)
      say(name)
      const { callers: count, seconds, warmUp } = size
      const call = (side: keyof typeof sides) => () =>
        callers.ask('call', { ...sides[side], paths: [paths[side]], callers: count, seconds, warmUp })
      const paced = () =>
        callers.ask('call', {
          ...sides.anew,
          paths: [paths.anew],
          callers: count,
          perSecond: size.perSecond,
          seconds,
          warmUp,
        })
      const called = await interleaved(size.rounds, {
        ours: call('ours'),
        anew: call('anew'),
        bare: call('bare'),
        paced,
      })
      rows.push([name, ...cells(called, seconds)])
      const reached = verdict(
        { name: 'of bare', value: ratio(called.ours, called.bare), atLeast: 0.7 },
        { name: 'p99', value: p99(called.ours), atMost: 25 },
        { name: 'anew, of bare', value: ratio(called.anew, called.bare), atLeast: 0.7 },
        { name: `anew, p99 at ${size.perSecond}/s`, value: p99(called.paced), atMost: 25 },
      )
      verdicts.push(`${name}: ${reached.replaceAll('<br>', ', ')}`)
    }
    return [
      {
        title: `${written(size.lore)} pages of lore, ${size.callers} callers that ask again at once`,
        columns: [
          ...['', 'kB', 'Loreloom, answers/s', 'ms (p50 / p99)', 'of bare'],
          ...['read anew, answers/s', 'ms (p50 / p99)', 'of bare', `at ${size.perSecond}/s, ms (p50 / p99)`],
          ...['bare, answers/s', 'ms (p50 / p99)'],
        ],
        rows,
        notes: [verdicts.join('<br>')],
      },
    ]
  },
}

const reads = (
  campaignId: string,
  { shelfId, way, word }: { shelfId: string; way: readonly string[]; word: string },
) => [
  { name: 'folders and lore at the root', ours: `/collections?campaignId=${campaignId}`, bare: '/collections' },
  {
    name: 'a folder with 200 of its pages',
    ours: `/collections?campaignId=${campaignId}&parentId=${shelfId}&folders=false`,
    bare: '/shelf',
  },
  {
    name: 'the tree, open down to a folder',
    ours: `/collections/tree?campaignId=${campaignId}&parents=root,${way.join()}`,
    bare: '/tree',
  },
  { name: 'gallery', ours: `/images/gallery?campaignId=${campaignId}`, bare: '/gallery' },
  { name: 'search', ours: `/conjurations/search?campaignId=${campaignId}&term=${word}&limit=20`, bare: '/search' },
]

/** What differs is not measured against each other. */
async function checkSame(ours: string, headers: Record<string, string>, bare: string) {
  const [one, other] = await Promise.all([fetch(ours, { headers }), fetch(bare)])
  const rows = (await one.json()) as Record<string, unknown>
  deepEqual(await other.json(), rows)
  const lists = Object.values(rows).filter(Array.isArray)
  if (lists.every(({ length }) => length === 0)) throw new Error(`${ours} found nothing`)
}

/** As it is a minute later, when PostgreSQL has looked at what came. */
async function settle(postgres: pg.ClientConfig) {
  const client = new pg.Client(postgres)
  await client.connect()
  await client.query('vacuum analyze').finally(() => client.end())
}

type Sides = Record<'ours' | 'anew' | 'bare' | 'paced', Called[]>
const perSecond = (rounds: readonly Called[], seconds: number) =>
  median(rounds.map(({ took }) => took.length / seconds))
const ratio = (ours: Called[], bare: Called[]) => perSecond(ours, 1) / perSecond(bare, 1)
const all = (rounds: readonly Called[]) => rounds.flatMap(({ took }) => took)
const p99 = (rounds: readonly Called[]) => quantile(all(rounds), 0.99)

function cells(called: Sides, seconds: number): string[] {
  const [first] = called.ours
  const side = (rounds: readonly Called[]) => [written(Math.round(perSecond(rounds, seconds))), latency(all(rounds))]
  const kilobytes = first ? first.bytes / first.took.length / 1000 : 0
  const { ours, anew, bare, paced } = called
  return [
    ...[written(kilobytes), ...side(ours), written(ratio(ours, bare))],
    ...[...side(anew), written(ratio(anew, bare)), latency(all(paced)), ...side(bare)],
  ]
}
