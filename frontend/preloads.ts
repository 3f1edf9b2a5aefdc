import fs from 'node:fs/promises'
import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const signedIn = ['app/layout/Shell.tsx']
/** What a screen is made of, by the beginning of its path: modules that are fetched by themselves and seen at once. */
const screens: Record<string, string[]> = {
  '/auth/login': ['features/auth/SignIn.tsx'],
  '/collections': [...signedIn, 'features/collections/CollectionsPage.tsx'],
  '/images': [...signedIn, 'features/images/screens.tsx'],
  '/lore': [...signedIn, 'features/lore/LoreScreen.tsx'],
}

/**
 * Writes `preloads.json`: the files of each screen, by path. The server names them in the page, so that a browser fetches them
 * with the program rather than after having run it.
 */
export const preloads = (): Plugin => ({
  name: 'preloads',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    if (!dir) return
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
    const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
    const page = chunks.find(({ isEntry }) => isEntry)
    const known = page ? closure(page, byFile) : new Set<string>()
    const files = Object.entries(screens).map(([screen, modules]) => {
      const found = modules.map((name) => chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${name}`)))
      const missing = modules.find((_, at) => found[at] === undefined)
      if (missing) throw new Error(`No chunk begins at ${missing}: has it been renamed?`)
      const all = found.flatMap((chunk) => (chunk ? [...closure(chunk, byFile)] : []))
      return [screen, [...new Set(all)].filter((file) => !known.has(file))]
    })
    await fs.writeFile(path.join(dir, 'preloads.json'), JSON.stringify(Object.fromEntries(files)))
  },
})

/** A chunk's file and styles, and those of all that it imports. */
const closure = (
  chunk: Rolldown.OutputChunk,
  byFile: ReadonlyMap<string, Rolldown.OutputChunk>,
  seen = new Set<string>(),
): Set<string> => {
  if (seen.has(chunk.fileName)) return seen
  seen.add(chunk.fileName)
  for (const style of chunk.viteMetadata?.importedCss ?? []) seen.add(style)
  for (const below of chunk.imports) {
    const found = byFile.get(below)
    if (found) closure(found, byFile, seen)
  }
  return seen
}
