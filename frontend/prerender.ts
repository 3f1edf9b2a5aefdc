import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type ResolvedConfig } from 'vite'

type Prerender = typeof import('./src/prerender.tsx').prerender

/**
 * Gives `use` what renders a screen as text: `src/prerender.tsx`, built for Node with all that it imports, so that class names and
 * addresses of files are those of the web app that `config` builds.
 */
export const withPrerender = async (config: ResolvedConfig, use: (prerender: Prerender) => Promise<void>) => {
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
