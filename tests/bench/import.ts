import { pino } from 'pino'
import { openUntrustedInput } from '../../backend/providers/untrusted-input.ts'
import type { Bench, BenchOptions, Table } from './lib/bench.ts'
import { quantile, verdict, written } from './lib/figures.ts'
import { type Person, signUp } from './lib/people.ts'
import { beginImport, endOf, processFigures, upload, vaultOf, wait } from './lib/vault.ts'

const [leastPages, mostMegabytes, mostDelay] = [100, 500, 50]
const sizes = { full: [1_000, 5_000, 20_000], quick: [50] }
/** Seconds that an import of the server may take: larger ones are left out on a machine that is too slow for them. */
const longest = 300
/** The machine may be shared; the product's own deadline is shorter. */
const deadlineMs = 900_000

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
  const operationId = await beginImport(someone, campaignId, importId)
  const created = await endOf(someone, operationId, () => timed(during, write))
  const seconds = (performance.now() - since) / 1000
  if (created !== count) throw new Error(`${created} of ${count} pages were created`)
  return { count, sent, seconds, before, during }
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
