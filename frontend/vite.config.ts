import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import app from '../package.json' with { type: 'json' }
import { afterPaint } from './after-paint.ts'
import { pages } from './pages.ts'
import { precompress } from './precompress.ts'

const server = process.env.API_URL ?? 'http://127.0.0.1:4242'

/** `#domain/*` and `#projections/*` resolve through package.json's imports, as they do on the server. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), precompress(), afterPaint(), pages()],
  define: { __VERSION__: JSON.stringify(app.version) },
  // The server replaces the placeholder by each answer's own nonce.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    manifest: true,
    // Fonts and pictures stay files: inlined they would need `data:` in the CSP, and could not be cached.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // What every screen needs is one file: on a slow network, a round of requests takes as long as 30 kB do.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            // Icons that more than one screen has: each is smaller than the request for it.
            { name: 'icons', test: /@tabler.icons-react/, minShareCount: 2, priority: 1 },
          ],
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
