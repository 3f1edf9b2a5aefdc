import fs from 'node:fs/promises'
import path from 'node:path'
import type { Plugin, ResolvedConfig, Rolldown } from 'vite'
import { withPrerender } from './prerender.ts'

const signIn = { modules: ['features/auth/start.tsx'], signedIn: false }
const behindSignIn = (screen: string) => ({
  modules: ['app/start.tsx', 'app/layout/Shell.tsx', screen],
  signedIn: true,
})

/**
 * Screens that people come to from outside, the more special first: what they are made of, by modules that are fetched by themselves
 * and seen at once, and whether they are for people who are signed in.
 */
const screens: Record<string, { modules: string[]; signedIn: boolean }> = {
  '/auth/login?signup=true': signIn,
  '/auth/login?reset=true': signIn,
  '/auth/login': signIn,
  '/collections': behindSignIn('features/collections/CollectionsPage.tsx'),
  '/images': behindSignIn('features/images/screens.tsx'),
  '/lore/view': behindSignIn('features/conjurations/ConjurationScreen.tsx'),
}

/** What the app asks for first wherever somebody is signed in, word for word as it does. */
const firstAnswers = ['/api/users/me', '/api/campaigns?offset=0&limit=100']
/** And on screens of one thing, whose id follows in the address. */
const answersOf: Record<string, string[]> = {
  '/lore/view': [
    '/api/conjurations/:id',
    '/api/texts/:id',
    '/api/content-segments?entityType=CONJURATION&entityId=:id&content=false',
  ],
}

/**
 * Writes `pages.json`: by path, what the server puts into the page of each screen. Its files, so that a browser fetches them with the
 * program rather than after having run it, and what it shows until then. And `ahead.json`: the files of the screen that is fetched
 * ahead, once another stands.
 */
export const pages = (): Plugin => {
  let config: ResolvedConfig
  return {
    name: 'pages',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    async writeBundle({ dir }, bundle) {
      if (!dir) return
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      const program = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/index.html'))
      const known = program ? closure(program, byFile) : new Set<string>()
      const filesOf = (modules: readonly string[]) => {
        const found = modules.flatMap((name) => {
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${name}`))
          if (!chunk) throw new Error(`No chunk begins at ${name}: has it been renamed?`)
          return [...closure(chunk, byFile)]
        })
        return [...new Set(found)].filter((file) => !known.has(file))
      }
      const ahead = filesOf(['features/conjurations/ConjurationScreen.tsx']).map((file) => `/${file}`)
      await fs.writeFile(path.join(dir, 'ahead.json'), JSON.stringify(ahead))
      await withPrerender(config, async (prerender) => {
        const nonce = config.html?.cspNonce ?? ''
        const written = Object.entries(screens).map(([screen, { modules, signedIn }]) => {
          const head = filesOf(modules).map(linkTo).join('')
          const answers = [...(signedIn ? firstAnswers : []), ...(answersOf[screen] ?? [])]
          return { screen, signedIn, head, answers, ...prerender(screen, nonce) }
        })
        await fs.writeFile(path.join(dir, 'pages.json'), JSON.stringify(written))
      })
    },
  }
}

// Styles are part of what is painted first, the program is not.
const linkTo = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${file}">`

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
