import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'

interface Screen {
  /** Modules of the screen that are files of their own and are visible at once. */
  modules: string[]
  /** True if it requires a session. */
  signedIn: boolean
  /** True if it is prerendered: its first content depends only on its URL. */
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

/** Screens that links from outside open, the most specific first; `*` is any other, which leads to the sign-in page without a session. */
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

/** The first requests of the app for a signed-in user, with exactly its URLs. */
const firstAnswers = ['/api/users/me', '/api/campaigns?offset=0&limit=100']
/** Further first requests of screens whose path ends with the id of an item. */
const answersOf: Record<string, string[]> = {
  '/lore/view': [
    '/api/conjurations/:id',
    '/api/texts/:id',
    '/api/content-segments?entityType=CONJURATION&entityId=:id&content=false',
  ],
}

type Prerender = typeof import('./src/prerender.tsx').prerender

/**
 * Calls `use` with the function that renders a screen as text: `src/prerender.tsx`, built for Node with all its imports, so that class
 * names and URLs of files are those of the web app that `config` builds.
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
 * Writes `pages.json`, which has by path the content that the server inserts into the page of each screen: links to its files, so that
 * a browser fetches them with the program and not after running it, and the prerendered content until then. Also writes two lists of
 * files to prefetch: `ahead.json` for the lore page, once another screen is shown, and `signed-in.json` for the screen after signing in.
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

// The first paint needs the styles, but not the program.
const linkTo = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${file}">`

/** Returns the file and styles of a chunk and of all its imports. */
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
