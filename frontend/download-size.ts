import fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

// Plugins that reduce what browsers download.

const ofSchemas = /\/backend\/(domain|projections)\/[^/]+\.ts$/

interface Node {
  type: string
  start: number
  end: number
}
interface Declaration extends Node {
  declarations: { id: Node; init: Node | null }[]
}

/** Kinds of initial values without side effects: bundlers omit unused constants of these kinds without help. */
const isInert = /^(ArrowFunctionExpression|FunctionExpression|ClassExpression|Literal|TemplateLiteral|Identifier)$/

/**
 * The modules that the server and browsers share declare schemas and rules, without side effects. Bundlers cannot know that of a call such as
 * `z.string().nullable()`, and would give browsers the schema of every command. Each constant becomes the result of a call that is marked as pure.
 */
export const pureSchemas = (): Plugin => ({
  name: 'pure-schemas',
  apply: 'build',
  transform: {
    filter: { id: ofSchemas },
    handler(code) {
      const values = this.parse(code)
        .body.map((node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node) as Node | null)
        .filter((node): node is Declaration => node?.type === 'VariableDeclaration')
        .flatMap(({ declarations }) => declarations)
        .flatMap(({ id, init }) => (id.type === 'Identifier' && init && !isInert.test(init.type) ? init : []))
        .filter(({ start, end }) => code.slice(start, end).includes('('))
      const marked = values.reduceRight(
        (text, { start, end }) =>
          `${text.slice(0, start)}/* @__PURE__ */ (() => (${text.slice(start, end)}))()${text.slice(end)}`,
        code,
      )
      return { code: marked, map: null }
    },
  },
})

const ofJsonSchemas = /zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/
const ofMessages = /zod\/v4\/locales\/en\.js$/
const ofCycles = /zod\/v4\/core\/memoizer\.js$/

/**
 * Only the server describes its schemas and writes a sentence for what is wrong with a value, and JSON has no reference cycles. A browser has no
 * use for these parts of zod, which every schema refers to: 8 kB of each first load. Messages that a schema brings itself stay.
 */
export const trimZod = (): Plugin => ({
  name: 'trim-zod',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: [ofJsonSchemas, ofMessages, ofCycles] },
    handler(code, id) {
      if (ofMessages.test(id)) return { code: 'export default () => ({})', map: null }
      const names = [...code.matchAll(/^export (?:const|function|class) ([\w$]+)/gm)].map(([, name]) => name)
      // Without a memoizer in its configuration, zod looks for no cycles.
      const left = ofCycles.test(id)
        ? 'const left = () => undefined'
        : `const left = () => () => { throw new Error('No JSON schemas in browsers') }`
      return { code: `${left}\nexport { ${names.map((name) => `left as ${name}`).join(', ')} }`, map: null }
    },
  },
})

const inRouter = 'react-router/dist/production/lib/'
const ofPrefetching = new RegExp(`${inRouter}dom/ssr/components\\.js$`)
const ofInstrumentation = new RegExp(`${inRouter}router/instrumentation\\.js$`)

/**
 * The router's framework mode prefetches the files of the page behind a link, and reports to tools that measure it. The app uses neither, but
 * `Link` and the router itself refer to both: 3 kB of each first load.
 */
export const withoutFrameworkMode = (): Plugin => ({
  name: 'without-framework-mode',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: [ofPrefetching, ofInstrumentation] },
    handler(code, id) {
      if (ofPrefetching.test(id)) {
        const prefetching = /function PrefetchPageLinks\(.*?\n\}\n/s
        if (!prefetching.test(code)) throw new Error('The router has no PrefetchPageLinks any more')
        return { code: code.replace(prefetching, 'const PrefetchPageLinks = () => null\n'), map: null }
      }
      const [, list = ''] = /^export \{([^}]*)\}/m.exec(code) ?? []
      const names = list.split(',').map((name) => name.trim())
      return {
        code: `const none = () => undefined\nexport { ${names.map((name) => `none as ${name}`).join(', ')} }`,
        map: null,
      }
    },
  },
})

const compressible = /\.(js|css|svg|json)$/
/** Minimum size in bytes of a compressed file: a smaller one fits into a network packet without compression. */
const worthwhile = 1024

/** Writes a `.br` and a `.gz` next to every file that compression makes smaller, so that the server compresses nothing itself. */
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
