import type { Parser } from '../platform/untrusted/parser.ts'

const row = <Options, Value>(parser: Parser<Options, Value>) => parser

/** Converts an error of Typst, which reports problems of a template as an object without a message. */
const problemOf = (error: unknown) => (error instanceof Error ? error : new Error(JSON.stringify(error)))

/** Typesets a book in a child process: Typst blocks its thread, and its memory grows with the book. */
export const parsers = {
  pdf: row<{ folder: string }, null>({
    runsIn: 'process',
    deadlineMs: 900_000,
    memoryMb: 1_500,
    stopsOnAbort: true,
    async load() {
      const { NodeCompiler } = await import('@myriaddreamin/typst-ts-node-compiler')
      return (template, { folder }) => {
        try {
          const compiler = NodeCompiler.create({ workspace: folder })
          return { value: null, bytes: compiler.pdf({ mainFileContent: template.toString() }) }
        } catch (error) {
          throw problemOf(error)
        }
      }
    },
  }),
}
