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
  async generateBundle(_options, bundle) {
    await Promise.all(
      Object.entries(bundle).map(async ([fileName, file]) => {
        const source = Buffer.from(file.type === 'chunk' ? file.code : file.source)
        if (!compressible.test(fileName) || source.length < worthwhile) return
        const br = await promisify(brotliCompress)(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
        const gz = await promisify(gzip)(source, { level: 9 })
        this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: br })
        this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gz })
      }),
    )
  },
})
