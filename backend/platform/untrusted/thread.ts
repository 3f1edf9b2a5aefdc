import os from 'node:os'
import process from 'node:process'
import { isMainThread } from 'node:worker_threads'
import {
  type ParseAnswer,
  type ParserTable,
  type ReportProgress,
  refusalOf,
  type SendPiece,
  type ThreadRequest,
} from './parser.ts'

/** Increase of the thread's nice value (at most 19), so that requests have priority. */
const niceness = 10

/** Lowers the priority of this thread. Linux has one for each thread; elsewhere it is the whole process's. */
const lowerPriority = () => {
  if (isMainThread || process.platform !== 'linux') return
  // Parsing also works at normal priority, where the system forbids the change.
  try {
    os.setPriority(Math.min(19, os.getPriority() + niceness))
  } catch {}
}
lowerPriority()

/**
 * Runs a parser, in a thread of `parser-thread.ts` or in the child process. The table is given by its address, since this folder imports no
 * parser.
 */
export default async (
  { table, name, options, bytes }: ThreadRequest,
  report: ReportProgress = () => undefined,
  send: SendPiece = async () => undefined,
): Promise<ParseAnswer> => {
  const { parsers }: { parsers: ParserTable } = await import(table)
  const parser = parsers[name]
  if (!parser) throw new Error(`There is no parser ${name}`)
  const parse = await parser.load()
  try {
    return await parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), options, report, send)
  } catch (error) {
    const refusal = refusalOf(error)
    return refusal ? { refusal } : { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
