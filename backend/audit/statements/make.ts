import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { ExportFormat } from '#domain/export-answers.ts'
import type { EventStore } from '#eventstore'
import type { Detached } from '../chain/signing.ts'
import { csv } from './csv.ts'
import { jsonLines } from './json-lines.ts'
import { type Statement, type StatementRequest, statementOf } from './statement.ts'

export const mimes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
  pdf: 'application/pdf',
}

/** Bytes of it as they come, and how many entries are written. */
type Drawing = Generator<Buffer | string | number>
const draw: Record<ExportFormat, (statement: Statement) => Drawing | Promise<Drawing>> = {
  csv,
  jsonl: jsonLines,
  // Loaded only when asked for: fonts and all of a drawing library.
  pdf: async (statement) => (await import('../../providers/statement-pdf.ts')).pdf(statement),
}

/** Others have their turn after so many entries. */
const atOnce = 500

/** A statement's file. `tell` hears after so many entries how many of all are written. */
export const written = async (
  format: ExportFormat,
  statement: Statement,
  tell: (done: number, total: number) => Promise<unknown>,
): Promise<Buffer> => {
  const total = statement.entries.length
  const parts: Buffer[] = []
  let [done, said] = [0, 0]
  for (const part of await draw[format](statement)) {
    if (typeof part === 'number') done = part
    else {
      parts.push(Buffer.from(part))
      done++
    }
    if (done - said < atOnce) continue
    said = done
    await tell(Math.min(done, total), total)
  }
  return Buffer.concat(parts)
}

interface Installed {
  pool: pg.Pool
  store: Pick<EventStore, 'read'>
  signing: { signed(bytes: Buffer): Promise<Detached> }
}

export interface Signed extends Detached {
  bytes: Buffer
  sha256: string
}

/** A detached Ed25519 signature over the very bytes. */
export const signedFile = async ({ signing }: Pick<Installed, 'signing'>, bytes: Buffer): Promise<Signed> => ({
  bytes,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  ...(await signing.signed(bytes)),
})

export const makeStatement = async (
  installed: Installed,
  { format, ...asked }: StatementRequest & { format: ExportFormat },
  tell: (done: number, total: number) => Promise<unknown> = async () => undefined,
): Promise<Signed & { entries: number; accountName: string }> => {
  const statement = await statementOf(installed, asked)
  const bytes = await written(format, statement, tell)
  return {
    entries: statement.entries.length,
    accountName: statement.account.name,
    ...(await signedFile(installed, bytes)),
  }
}
