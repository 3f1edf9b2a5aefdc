import fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(js|css|svg|json)$/
/** Bytes; less than this fits a packet anyway. */
const worthwhile = 1024

/** Puts a `.br` and a `.gz` beside every file that gets smaller by it, so that the server compresses nothing itself. */
export const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  // After everything is written: Vite itself still edits chunks while the bundle is generated.
  async writeBundle({ dir }, bundle) {
    if (!dir) return
    await Promise.all(
      Object.keys(bundle).map(async (fileName) => {
        if (!compressible.test(fileName)) return
        const file = path.join(dir, fileName)
        const source = await fs.readFile(file)
        if (source.length < worthwhile) return
        await fs.writeFile(
          `${file}.br`,
          await promisify(brotliCompress)(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
        )
        await fs.writeFile(`${file}.gz`, await promisify(gzip)(source, { level: 9 }))
      }),
    )
  },
})
