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

/** Of 20, as the child process has it: requests go first. */
const niceness = 10

/** Lowers the priority of this thread. Linux has one for each thread; elsewhere it is the whole process's. */
const lowerPriority = () => {
  if (isMainThread || process.platform !== 'linux') return
  // A system that forbids it reads as well.
  try {
    os.setPriority(Math.min(19, os.getPriority() + niceness))
  } catch {}
}
lowerPriority()

/** Runs in a thread of `parser-thread.ts`, in this process or in the child. The table is given by its address, as this folder knows no parser. */
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
