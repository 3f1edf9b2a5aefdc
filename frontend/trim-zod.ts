import type { Plugin } from 'vite'

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
