import fs from 'node:fs/promises'
import { pino } from 'pino'
import { openUntrustedInput } from '../../backend/providers/untrusted-input.ts'
import { zipped } from '../exchange/vaults.ts'
import type { Bench, BenchOptions, Table } from './lib/bench.ts'
import { quantile, verdict, written } from './lib/figures.ts'
import { type Person, signUp } from './lib/people.ts'

const [leastPages, mostMegabytes, mostDelay] = [100, 500, 50]
const sizes = { full: [1_000, 5_000, 20_000], quick: [50] }
/** Seconds that an import of the server may take: larger ones are left out on a machine that is too slow for them. */
const longest = 300
/** The machine may be shared; the product's own deadline is shorter. */
const deadlineMs = 900_000
/** Milliseconds between two looks at an operation or a process, and between two commands of another user. */
const pause = 100

const sentence = 'The keep stands above the ford, and whoever crosses at night pays the bell ringer twice for it. '
/** A page as people write them: properties, headings, links, a list, a callout and a secret, some two kilobytes. */
const pageOf = (n: number, count: number): string => {
  const link = (step: number) => `[[Page ${(n + step) % count}]]`
  return `---
tags: [region-${n % 40}, kind-${n % 7}]
aliases: [Place ${n}]
ruler: "${link(3)}"
---
# Page ${n}

${sentence.repeat(4)}It leads to ${link(1)} and ${link(17)}. **Beware** of *${n}* wolves.

## History

${sentence.repeat(6)}See ${link(5)}.

- Bread
- Salt from ${link(7)}
- Rope

> [!info] Garrison
> ${sentence}

%%The ringer is ${link(11)}, and dead. ${sentence}%%

## Rumours

${sentence.repeat(5)}#rumour
`
}
const vaultOf = (count: number): Buffer => {
  const pages = Array.from({ length: count }, (_, n) => [`Vault/Region ${n % 40}/Page ${n}.md`, pageOf(n, count)])
  return zipped({ 'Vault/.obsidian/app.json': '{}', ...Object.fromEntries(pages) })
}

const wait = () => new Promise((resolve) => setTimeout(resolve, pause))

/** The most memory that a process ever had, and its processor time so far. */
const processFigures = async (pid: number) => {
  const [status, stat] = await Promise.all(
    ['status', 'stat'].map((file) => fs.readFile(`/proc/${pid}/${file}`, 'utf8')),
  )
  const [user = 0, system = 0] = (stat ?? '')
    .slice((stat ?? '').lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return {
    megabytes: Number(/^VmHWM:\s+(\d+) kB/m.exec(status ?? '')?.[1] ?? 0) / 1024,
    seconds: (user + system) / 100,
  }
}

interface Reading {
  count: number
  zipped: number
  seconds: number
  processorSeconds: number
  megabytes: number
}

/** Follows a process until the work has ended. The pool ends one that has grown large as soon as it has answered. */
const followProcess = async <Result>(pid: number, work: Promise<Result>) => {
  let isOver = false
  const over = work.finally(() => {
    isOver = true
  })
  let figures = await processFigures(pid)
  while (!isOver) {
    figures = await processFigures(pid).catch(() => figures)
    await wait()
  }
  return { result: await over, figures }
}

/** Reads a vault into a plan in a child process of its own. */
const readVault = async (count: number, { stopping }: BenchOptions): Promise<Reading> => {
  const log = pino({ level: 'silent' })
  const untrusted = openUntrustedInput({ owner: () => 'bench', log, limits: { deadlineMs } })
  stopping.add('parsers', untrusted.close)
  // The process starts before the measurement.
  await untrusted.run('archive', { bytes: vaultOf(2), options: { filename: 'Small.zip', importId: 'small' } })
  const pid = untrusted.pid() ?? 0
  const before = await processFigures(pid)
  const bytes = vaultOf(count)
  const { length } = bytes
  const since = performance.now()
  const options = { filename: 'Vault.zip', importId: 'bench' }
  const { result, figures } = await followProcess(pid, untrusted.run('archive', { bytes, options }))
  const seconds = (performance.now() - since) / 1000
  const { value: plan } = result
  await untrusted.close()
  if (plan.pages.length !== count) throw new Error(`${plan.pages.length} of ${count} pages were read`)
  if (plan.counts.secrets !== count) throw new Error(`${plan.counts.secrets} of ${count} secrets were found`)
  return {
    count,
    zipped: length,
    seconds,
    processorSeconds: figures.seconds - before.seconds,
    megabytes: figures.megabytes,
  }
}

const readingTable = async (counts: readonly number[], options: BenchOptions): Promise<Table> => {
  const all: Reading[] = []
  for (const count of counts) {
    options.say(`reading ${written(count)} pages`)
    all.push(await readVault(count, options))
  }
  const last = all.at(-1) as Reading
  return {
    title: 'Reading the zip of a vault into a plan, in a child process each',
    columns: ['pages', 'zip, MB', 's', 'pages/s', 'processor time, s', 'pages a second of it', 'most memory, MB'],
    rows: all.map(({ count, zipped: size, seconds, processorSeconds, megabytes }) => [
      written(count),
      written(size / 2 ** 20),
      written(seconds),
      written(count / seconds),
      written(processorSeconds),
      written(count / processorSeconds),
      written(Math.round(megabytes)),
    ]),
    notes: [
      verdict(
        { name: 'MB at most', value: Math.round(last.megabytes), atMost: mostMegabytes },
        { name: 'pages/s', value: last.count / last.seconds, atLeast: leastPages },
      ),
    ],
  }
}

const timed = async (times: number[], work: () => Promise<unknown>) => {
  const since = performance.now()
  await work()
  times.push(performance.now() - since)
}

const upload = async (url: string, someone: Person, campaignId: string, bytes: Buffer): Promise<string> => {
  const form = new FormData()
  form.set('file', new Blob([Uint8Array.from(bytes)], { type: 'application/zip' }), 'Vault.zip')
  const response = await fetch(`${url}/api/campaigns/${campaignId}/imports`, {
    method: 'POST',
    headers: someone.headers,
    body: form,
  })
  if (!response.ok) throw new Error(`The upload: ${response.status} ${await response.text()}`)
  const begun = (await response.json()) as Record<'import', { id: string }>
  return begun.import.id
}

interface Creation {
  count: number
  sent: number
  seconds: number
  /** Milliseconds of another user's commands before and during the import. */
  before: number[]
  during: number[]
}

const importVault = async (
  url: string,
  someone: Person,
  write: () => Promise<unknown>,
  count: number,
): Promise<Creation> => {
  const [before, during]: [number[], number[]] = [[], []]
  for (let n = 0; n < 60; n++) {
    await timed(before, write)
    await wait()
  }
  const { id: campaignId } = await someone.send('POST', '/campaigns', { name: 'Imported' })
  const bytes = vaultOf(count)
  const sentAt = performance.now()
  const importId = await upload(url, someone, campaignId, bytes)
  const sent = (performance.now() - sentAt) / 1000
  const since = performance.now()
  const begun = await someone.send('POST', `/campaigns/${campaignId}/imports/${importId}/begin`, {
    name: 'Vault',
    visibility: 'DM',
  })
  for (;;) {
    const [operation] = await Promise.all([
      someone.send('GET', `/operations/${String(begun.operationId)}`),
      timed(during, write),
    ])
    if (operation.status === 'ENDED') {
      if (Number(operation.count) !== count)
        throw new Error(`${String(operation.count)} of ${count} pages were created`)
      return { count, sent, seconds: (performance.now() - since) / 1000, before, during }
    }
    await wait()
  }
}

const creationTable = async (counts: readonly number[], options: BenchOptions): Promise<Table> => {
  const { url } = await options.installation()
  const someone = await signUp(url, 'Importer')
  const writer = await signUp(url, 'Writer')
  const { id: elsewhere } = await writer.send('POST', '/campaigns', { name: 'Elsewhere' })
  const write = () => writer.send('POST', '/conjurations', { campaignId: elsewhere, name: 'Concurrent' })
  const all: Creation[] = []
  for (const count of counts) {
    const before = all.at(-1)
    if (before && (count / before.count) * before.seconds > longest) break
    options.say(`importing ${written(count)} pages`)
    all.push(await importVault(url, someone, write, count))
  }
  const last = all.at(-1) as Creation
  const p99 = (times: readonly number[]) => quantile(times, 0.99)
  return {
    title: 'Importing a vault by the server, while another user writes',
    columns: [
      'pages',
      'sent and read, s',
      'created, s',
      'pages/s',
      'another’s command before, ms, p50 / p99',
      'during, p50 / p99',
    ],
    rows: all.map(({ count, sent, seconds, before, during }) => [
      written(count),
      written(sent),
      written(seconds),
      written(count / seconds),
      `${written(quantile(before, 0.5))} / ${written(p99(before))}`,
      `${written(quantile(during, 0.5))} / ${written(p99(during))}`,
    ]),
    notes: [
      verdict(
        { name: 'pages/s', value: last.count / last.seconds, atLeast: leastPages },
        { name: 'ms more at p99', value: p99(last.during) - p99(last.before), atMost: mostDelay },
      ),
      `Every page was created, with four sections of text, its links and its tags. Sizes that would take more than ${longest} s are left out.`,
    ],
  }
}

export const bench: Bench = {
  what: 'Vaults of Obsidian read into plans, with the memory of the child process, and imported while another user writes.',
  async run(options) {
    const counts = options.quick ? sizes.quick : sizes.full
    return [await readingTable(counts, options), await creationTable(counts, options)]
  },
}
