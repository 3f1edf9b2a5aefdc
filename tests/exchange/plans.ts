import { parseVault } from '../../exchange/obsidian/read.ts'

type IdOf = (...parts: (string | number)[]) => string
/** Reads a file as an import does, by default with ids that tell of what they are. */
export const readPlan = async (bytes: Buffer, filename: string, idOf: IdOf = (...parts) => parts.join(' ')) => {
  const parts: Buffer[] = []
  const plan = await parseVault(bytes, { filename, idOf, store: async (part) => void parts.push(part) })
  return { plan, parts: Buffer.concat(parts) }
}
export type ReadPlan = Awaited<ReturnType<typeof readPlan>>

const sectionsOf = ({ plan, parts }: ReadPlan, name: string): { isForDms: boolean }[] => {
  const page = plan.pages.find((each) => each.name === name)
  if (!page) throw new Error(`There is no page ${name}`)
  const { part, at, length } = page.blob
  const from = plan.parts.slice(0, part).reduce((sum, each) => sum + each, 0) + at
  return JSON.parse(String(parts.subarray(from, from + length)))
}

/** The texts of a page that its readers see, or those for DMs alone. */
export const textFor = (read: ReadPlan, name: string, isForDms: boolean): string =>
  JSON.stringify(sectionsOf(read, name).filter((section) => section.isForDms === isForDms))

/** Objects in objects, deeper than any recursion goes. */
export const nested = (depth = 100_000) => `${'['.repeat(depth)}${']'.repeat(depth)}`
