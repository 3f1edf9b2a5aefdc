import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'

interface Screen {
  /** What it is made of: modules that are fetched by themselves and seen at once. */
  modules: string[]
  /** Whether it is for people who are signed in. */
  signedIn: boolean
  /** Whether it is rendered ahead: what it shows at first depends on its address alone. */
  isAhead: boolean
}

const signIn: Screen = { modules: ['features/auth/start.tsx'], signedIn: false, isAhead: true }
const behindSignIn = (screen: string): Screen => ({
  modules: ['app/start.tsx', 'app/layout/Shell.tsx', screen],
  signedIn: true,
  isAhead: true,
})
const collections = behindSignIn('features/collections/CollectionsPage.tsx')

const signInLater: Screen = { ...signIn, isAhead: false }

/** Screens that people come to from outside, the more special first; `*` is any other, which without a session leads to signing in. */
const screens: [path: string, Screen][] = [
  ['/auth/login?signup=true', signIn],
  ['/auth/login?reset=true', signIn],
  ['/auth/login', signIn],
  ['/auth/password-reset', signInLater],
  ['/auth/password-migration', signInLater],
  ['/collections', collections],
  ['/images', behindSignIn('features/images/screens.tsx')],
  ['/lore/view', behindSignIn('features/conjurations/ConjurationScreen.tsx')],
  [
    '/campaigns/invite',
    { modules: ['app/start.tsx', 'features/invitations/InvitePage.tsx'], signedIn: false, isAhead: false },
  ],
  ['*', { modules: ['app/start.tsx'], signedIn: true, isAhead: false }],
  ['*', signInLater],
]

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

type Prerender = typeof import('./src/prerender.tsx').prerender

/**
 * Gives `use` what renders a screen as text: `src/prerender.tsx`, built for Node with all that it imports, so that class names and
 * addresses of files are those of the web app that `config` builds.
 */
const withPrerender = async (config: ResolvedConfig, use: (prerender: Prerender) => Promise<void>) => {
  const outDir = await fs.mkdtemp(path.join(os.tmpdir(), 'loreloom-prerender-'))
  try {
    await build({
      configFile: false,
      root: config.root,
      logLevel: 'error',
      plugins: [react()],
      css: { modules: config.css.modules ?? {} },
      define: { ...config.define, 'process.env.NODE_ENV': JSON.stringify('production') },
      ssr: { noExternal: true },
      build: {
        ssr: 'src/prerender.tsx',
        outDir,
        minify: false,
        assetsInlineLimit: config.build.assetsInlineLimit,
        rolldownOptions: { output: { entryFileNames: 'prerender.mjs', codeSplitting: false } },
      },
    })
    const built: { prerender: Prerender } = await import(pathToFileURL(path.join(outDir, 'prerender.mjs')).href)
    await use(built.prerender)
  } finally {
    await fs.rm(outDir, { recursive: true, force: true })
  }
}

/**
 * Writes `pages.json`: by path, what the server puts into the page of each screen. Its files, so that a browser fetches them with the
 * program rather than after having run it, and what it shows until then. And two lists of files that are fetched ahead: `ahead.json`
 * has those of the lore page, for when another screen stands, and `signed-in.json` those of the screen that signing in leads to.
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
      const ofApp = new Set(filesOf(['app/start.tsx']))
      const ahead = filesOf(['features/conjurations/ConjurationScreen.tsx'])
        .filter((file) => !ofApp.has(file))
        .map((file) => `/${file}`)
      await fs.writeFile(path.join(dir, 'ahead.json'), JSON.stringify(ahead))
      const signedIn = filesOf(collections.modules).map((file) => `/${file}`)
      await fs.writeFile(path.join(dir, 'signed-in.json'), JSON.stringify(signedIn))
      await withPrerender(config, async (prerender) => {
        const nonce = config.html?.cspNonce ?? ''
        const written = screens.map(([screen, { modules, signedIn, isAhead }]) => {
          const head = filesOf(modules).map(linkTo).join('')
          const answers = [...(signedIn && screen !== '*' ? firstAnswers : []), ...(answersOf[screen] ?? [])]
          const ahead = isAhead ? prerender(screen, nonce) : { title: null, html: '' }
          return { screen, signedIn, head, answers, ...ahead }
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
