import { type ParseAnswer, type ParserTable, refusalOf, type ThreadRequest } from './parser.ts'

/** Runs in a thread of `parser-thread.ts`, in this process or in the child. The table is given by its address, as this folder knows no parser. */
export default async ({ table, name, options, bytes }: ThreadRequest): Promise<ParseAnswer> => {
  const { parsers }: { parsers: ParserTable } = await import(table)
  const parser = parsers[name]
  if (!parser) throw new Error(`There is no parser ${name}`)
  const parse = await parser.load()
  try {
    return await parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), options)
  } catch (error) {
    const refusal = refusalOf(error)
    return refusal ? { refusal } : { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
