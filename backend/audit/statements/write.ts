import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { ExportFormat } from '#domain/export-answers.ts'
import type { EventStore } from '#eventstore'
import type { Detached, Signing } from '../chain/signing.ts'
import { csv, moneyCsv } from './csv.ts'
import type { Statement } from './statement.ts'

/** A line with the statement's metadata and sums; then a line for each payment, refund and dispute, and for each entry. */
function* jsonLines({ entries, money, ...statement }: Statement): Generator<string> {
  yield `${JSON.stringify({ line: 'statement', version: 1, ...statement, totals: money.totals })}\n`
  for (const line of money.lines) yield `${JSON.stringify({ line: 'money', ...line })}\n`
  for (const entry of entries) yield `${JSON.stringify({ line: 'entry', ...entry })}\n`
}

export const mimes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  money: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
  pdf: 'application/pdf',
  proof: 'application/zip',
}

/** A proof is a zip of several of the others. */
export type StatementFormat = Exclude<ExportFormat, 'proof'>

/** Chunks of the file. A number reports the entries written so far, for a format that is complete only at its end (PDF). */
type FileParts = Generator<Buffer | string | number>
const writers: Record<StatementFormat, (statement: Statement) => FileParts | Promise<FileParts>> = {
  csv,
  money: moneyCsv,
  jsonl: jsonLines,
  // Loaded on first use, since it includes fonts and a drawing library.
  pdf: async (statement) => (await import('../../providers/statement-pdf.ts')).pdf(statement),
}

/** Number of parts between two calls of `report`, during which other requests run. */
const reportEvery = 500

/**
 * Writes a statement's file. Calls `report` after every 500 written parts, with their number, at most `total`, and the number of
 * entries.
 */
export const writeStatement = async (
  format: StatementFormat,
  statement: Statement,
  report: (done: number, total: number) => Promise<unknown>,
): Promise<Buffer> => {
  const total = format === 'money' ? statement.money.lines.length : statement.entries.length
  const parts: Buffer[] = []
  let [done, reported] = [0, 0]
  for (const part of await writers[format](statement)) {
    if (typeof part === 'number') done = part
    else {
      parts.push(Buffer.from(part))
      done++
    }
    if (done - reported < reportEvery) continue
    reported = done
    await report(Math.min(done, total), total)
  }
  return Buffer.concat(parts)
}

export interface Installed {
  pool: pg.Pool
  store: Pick<EventStore, 'read'>
  /** The log as it is stored: sealed. */
  sealedStore: Pick<EventStore, 'read' | 'readAll'>
  signing: Pick<Signing, 'signed' | 'keys'>
}

export interface Signed extends Detached {
  bytes: Buffer
  sha256: string
}

/** Creates a detached Ed25519 signature over exactly these bytes. */
export const signedFile = async ({ signing }: Pick<Installed, 'signing'>, bytes: Buffer): Promise<Signed> => ({
  bytes,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  ...(await signing.signed(bytes)),
})
