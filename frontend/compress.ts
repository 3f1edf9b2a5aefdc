import fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)
const quality = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 9 } }

/** Writes `.br` and `.gz` beside every hashed script, style and drawing, so that the server compresses nothing while it serves. */
export const compress = (): Plugin => ({
  name: 'loreloom:compress',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    if (!dir) return
    const files = Object.keys(bundle).filter((file) => /\.(js|css|svg)$/.test(file))
    await Promise.all(
      files.map(async (file) => {
        const at = path.join(dir, file)
        const bytes = await fs.readFile(at)
        await Promise.all([
          fs.writeFile(`${at}.br`, await brotli(bytes, quality)),
          fs.writeFile(`${at}.gz`, await gzip(bytes)),
        ])
      }),
    )
  },
})
