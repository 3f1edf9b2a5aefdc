import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import app from '../package.json' with { type: 'json' }
import { afterPaint } from './after-paint.ts'
import { chunks } from './chunks.ts'
import { precompress, pureSchemas, trimZod, withoutFrameworkMode } from './download-size.ts'
import { eventTypes } from './event-types.ts'
import { pages } from './pages.ts'

const files = new Map<string, string>()

/** Names `card` of `tree.module.css` `tree_card` on the page: it is readable there, and shorter than with a hash. */
const scopedName = (local: string, file: string): string => {
  const path = file.replace(/\?.*$/, '')
  const name = basename(path, '.module.css')
  if ((files.get(name) ?? path) !== path)
    throw new Error(`Two style sheets are called ${name}: ${path}, ${files.get(name)}`)
  files.set(name, path)
  return `${name}_${local}`
}

const server = process.env.API_URL ?? 'http://127.0.0.1:4242'

/** `#domain/*` and `#projections/*` resolve through package.json's imports, as they do on the server. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), trimZod(), withoutFrameworkMode(), pureSchemas(), precompress(), afterPaint(), pages()],
  define: { __VERSION__: JSON.stringify(app.version), __EVENT_TYPES__: JSON.stringify(eventTypes) },
  // The server replaces the placeholder by each answer's own nonce.
  html: { cspNonce: '__CSP_NONCE__' },
  css: { modules: { generateScopedName: scopedName } },
  // Selects the build of rxjs without helper functions for classes: 2 kB less.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    manifest: true,
    // Fonts and pictures stay files: inlined they would need `data:` in the CSP, and could not be cached.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The modules that every screen needs are one file: on a slow network, a round of requests takes as long as 30 kB.
    rolldownOptions: {
      output: {
        // The first file contains the names of all others, and hashes alone are shorter; the manifest lists their contents.
        chunkFileNames: 'assets/[hash].js',
        assetFileNames: ({ names }) =>
          names[0]?.endsWith('.css') ? 'assets/[hash].css' : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: chunks,
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': { target: server, ws: true } },
    fs: { allow: ['..'] },
  },
})
