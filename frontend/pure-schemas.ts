import type { Plugin } from 'vite'

const ofSchemas = /\/backend\/(domain|projections)\/[^/]+\.ts$/

interface Node {
  type: string
  start: number
  end: number
}
interface Declaration extends Node {
  declarations: { id: Node; init: Node | null }[]
}

/** Constants that a browser never needs are left out without help: bundlers know that these have no effect. */
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
