import { posix } from 'node:path'
import { type Archive, openArchive } from './archive.ts'
import { openWordDocument } from './docx/read.ts'
import { openFoundry } from './foundry/read.ts'
import { openKanka } from './kanka/read.ts'
import { openLegendKeeper } from './legendkeeper/read.ts'
import { openNotion } from './notion/read.ts'
import type { ImportPlan, ProblemList } from './plan.ts'
import { openWorldAnvil } from './world-anvil/read.ts'

interface Opened {
  archive: Archive
  source: ImportPlan['source']
}

/** An archive of one file. */
const openAlone = (bytes: Buffer, filename: string): Archive => {
  const path = posix.basename(filename.replaceAll('\\', '/')).normalize('NFC')
  return { name: undefined, files: [{ path, size: bytes.length, read: async () => bytes }], settings: new Map() }
}

/** Opens formats whose JSON identifies the product; undefined for any other archive. */
const openByContents = async (archive: Archive, problems: ProblemList): Promise<Opened | undefined> => {
  const foundry = await openFoundry(archive, problems)
  if (foundry) return { archive: foundry, source: 'foundry' }
  const worldAnvil = await openWorldAnvil(archive, problems)
  return worldAnvil && { archive: worldAnvil, source: 'world-anvil' }
}

/** True for a vault, which may contain some JSON among its pages. */
const isMostlyMarkdown = ({ files }: Archive): boolean => {
  const count = (ending: RegExp) => files.filter(({ path }) => ending.test(path)).length
  const pages = count(/\.md$/i)
  return pages > 0 && pages >= count(/\.(?:json|db|ldb)$|\/CURRENT$/i)
}

const openZip = async (bytes: Buffer, problems: ProblemList): Promise<Opened> => {
  const archive = await openArchive(bytes, problems)
  const kanka = await openKanka(archive, problems)
  if (kanka) return { archive: kanka, source: 'kanka' }
  const opened = isMostlyMarkdown(archive) ? undefined : await openByContents(archive, problems)
  if (opened) return opened
  const notion = await openNotion(archive, problems)
  if (notion) return { archive: notion, source: 'notion' }
  const isVault = [...archive.settings.keys()].some((path) => path.startsWith('.obsidian/'))
  return { archive, source: isVault ? 'obsidian' : 'markdown' }
}

/** Opens a JSON file by its contents, which identify the product that wrote it. */
const openJson = async (bytes: Buffer, filename: string, problems: ProblemList): Promise<Opened> => {
  const archive = openAlone(bytes, filename)
  const opened = await openByContents(archive, problems)
  if (opened) return opened
  return { archive: await openLegendKeeper(bytes, filename, problems), source: 'legendkeeper' }
}

/** Converts a file of any format that can be imported to a folder of Markdown. Throws the errors of its format. */
export const openFormat = async (bytes: Buffer, filename: string, problems: ProblemList): Promise<Opened> => {
  if (/\.(?:md|markdown)$/i.test(filename)) return { archive: openAlone(bytes, filename), source: 'markdown' }
  if (/\.docx$/i.test(filename)) return { archive: await openWordDocument(bytes, filename, problems), source: 'docx' }
  if (/\.lk$/i.test(filename))
    return { archive: await openLegendKeeper(bytes, filename, problems), source: 'legendkeeper' }
  if (/\.(?:json|db)$/i.test(filename)) return openJson(bytes, filename, problems)
  return openZip(bytes, problems)
}
