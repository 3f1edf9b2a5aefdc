import { createWriteStream } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ExportTarget } from '#exchange/writer.ts'
import { untrustedPool } from '../platform/untrusted/pool.ts'
import { parsers } from './typesetting-parsers.ts'

const root = path.join(import.meta.dirname, '../..')
const compiler = '@myriaddreamin/typst-ts-node-compiler'
const { resolve } = createRequire(import.meta.url)

/** Returns the `node_modules` folder of a package, which may be outside of this program's folder. */
const packagesWith = (name: string) => {
  const file = resolve(name)
  return file.slice(0, file.lastIndexOf(`node_modules${path.sep}`) + 'node_modules'.length)
}

const builds = ['', '-gnu', '-musl', '-msvc'].map((kind) => `${compiler}-${process.platform}-${process.arch}${kind}`)

const isInstalled = (name: string): boolean => {
  try {
    return resolve(name) !== ''
  } catch {
    return false
  }
}

/** True if the optional typesetting package is installed with its build for this system. Only the child process loads it. */
export const canTypeset = (() => {
  let isAvailable: boolean | undefined
  return (): boolean => (isAvailable ??= isInstalled(compiler) && builds.some(isInstalled))
})()

const openPool = () =>
  untrustedPool({
    parsers,
    table: new URL('./typesetting-parsers.ts', import.meta.url).href,
    readable: [
      ...['backend', 'package.json', 'node_modules'].map((name) => path.join(root, name)),
      packagesWith(compiler),
    ],
    owner: () => 'exports',
    // A process ends after its book, since Typst's cache is of no use to the next one.
    idleMs: 0,
    queue: { waitMs: 600_000 },
  })
let pool: ReturnType<typeof openPool> | undefined

/** Collects the parts of a book in a folder; `finish` typesets them to a PDF. Pictures are files, so that memory holds none of them. */
export const typesetFolder = (folder: string, file: string) => {
  const stopping = new AbortController()
  const target: ExportTarget = {
    async add(name, content) {
      const to = path.join(folder, name)
      if (!to.startsWith(path.join(folder, path.sep))) throw new Error('A part of a book is outside of its folder')
      await mkdir(path.dirname(to), { recursive: true })
      const source = typeof content === 'string' ? Readable.from([content]) : content
      await pipeline(source, createWriteStream(to, { mode: 0o600 }), { signal: stopping.signal })
    },
  }
  return {
    ...target,
    async finish() {
      pool ??= openPool()
      const { bytes } = await pool.run('pdf', {
        bytes: await readFile(path.join(folder, 'book.typ')),
        options: { folder },
        signal: stopping.signal,
      })
      await writeFile(file, bytes ?? Buffer.alloc(0), { mode: 0o600 })
    },
    abort: () => stopping.abort(),
  }
}
