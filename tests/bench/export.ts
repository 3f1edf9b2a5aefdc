import fs from 'node:fs/promises'
import type { LoreFormat } from '#domain/lore-export-answers.ts'
import type { Bench, BenchOptions, Table } from './lib/bench.ts'
import { verdict, written } from './lib/figures.ts'
import type { Installation } from './lib/installation.ts'
import { type Person, signUp } from './lib/people.ts'
import { beginImport, endOf, processFigures, upload, vaultOf, wait } from './lib/vault.ts'

const [leastPages, mostMegabytes, mostFirstByte] = [100, 500, 500]
const sizes = { full: [1_000, 10_000], quick: [50] }
const measured: readonly LoreFormat[] = ['markdown', 'html', 'foundry']

interface Reading {
  count: number
  format: LoreFormat
  seconds: number
  processorSeconds: number
  megabytes: number
  /** Megabytes of the server before it; `megabytes` is the most during it. */
  before: number
  /** Milliseconds from the request for the file to its first byte. */
  firstByte: number
  bytes: number
}

const download = async (url: string, someone: Person, operationId: string) => {
  const since = performance.now()
  const response = await fetch(`${url}/api/exports/${operationId}/file`, { headers: someone.headers })
  if (!response.ok || !response.body) throw new Error(`The file: ${response.status} ${await response.text()}`)
  let firstByte = 0
  let bytes = 0
  for await (const chunk of response.body) {
    if (bytes === 0) firstByte = performance.now() - since
    bytes += chunk.length
  }
  return { firstByte, bytes }
}

/** Exports a campaign, as its owner. Undoing it makes room for the next one. */
const exportAs = async (
  { url, pid }: Installation,
  someone: Person,
  { campaignId, count, format }: { campaignId: string; count: number; format: LoreFormat },
): Promise<Reading> => {
  // The most memory begins again with what there is.
  await fs.writeFile(`/proc/${pid}/clear_refs`, '5')
  const before = await processFigures(pid)
  const since = performance.now()
  const begun = await someone.send('POST', '/exports', { campaignId, format })
  const operationId = String(begun.operationId)
  const exported = await endOf(someone, operationId)
  const seconds = (performance.now() - since) / 1000
  if (exported !== count) throw new Error(`${exported} of ${count} pages were exported`)
  const after = await processFigures(pid)
  const file = await download(url, someone, operationId)
  await someone.send('POST', `/operations/${operationId}/undo`, {})
  while ((await someone.send('GET', `/operations/${operationId}`)).status !== 'UNDONE') await wait()
  const processorSeconds = after.seconds - before.seconds
  return { count, format, seconds, ...file, processorSeconds, megabytes: after.megabytes, before: before.megabytes }
}

const exportsTable = async (counts: readonly number[], options: BenchOptions): Promise<Table> => {
  const installation = await options.installation()
  const someone = await signUp(installation.url, 'Exporter')
  const all: Reading[] = []
  for (const count of counts) {
    options.say(`importing ${written(count)} pages`)
    const { id: campaignId } = await someone.send('POST', '/campaigns', { name: `${count} pages` })
    const importId = await upload(installation.url, someone, campaignId, vaultOf(count))
    await endOf(someone, await beginImport(someone, campaignId, importId))
    for (const format of measured) {
      options.say(`exporting ${written(count)} pages as ${format}`)
      all.push(await exportAs(installation, someone, { campaignId, count, format }))
    }
  }
  const slowest = Math.min(...all.map(({ count, seconds }) => count / seconds))
  return {
    title: 'Exporting a campaign from the server, from the request to the end of the operation',
    columns: [
      'format',
      'pages',
      's',
      'pages/s',
      'processor time of the server, s',
      'memory of the server before, MB',
      'most during it, MB',
      'first byte of the file, ms',
      'file, MB',
    ],
    rows: all.map(({ count, format, seconds, processorSeconds, before, megabytes, firstByte, bytes }) => [
      format,
      written(count),
      written(seconds),
      written(count / seconds),
      written(processorSeconds),
      written(Math.round(before)),
      written(Math.round(megabytes)),
      written(firstByte),
      written(bytes / 2 ** 20),
    ]),
    notes: [
      verdict(
        { name: 'pages/s', value: slowest, atLeast: leastPages },
        { name: 'MB at most', value: Math.round(Math.max(...all.map((one) => one.megabytes))), atMost: mostMegabytes },
        { name: 'ms to the first byte', value: Math.max(...all.map((one) => one.firstByte)), atMost: mostFirstByte },
      ),
      'The same server imported the campaign before. Its memory includes everything else that runs in it.',
    ],
  }
}

export const bench: Bench = {
  what: 'Campaigns of imported pages exported as Markdown, an HTML book and journals, with the memory of the server.',
  run: async (options) => [await exportsTable(options.quick ? sizes.quick : sizes.full, options)],
}
