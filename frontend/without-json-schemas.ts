import type { Plugin } from 'vite'

const ofJsonSchemas = /zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/
const ofMessages = /zod\/v4\/locales\/en\.js$/

/**
 * Only the server describes its schemas and writes a sentence for what is wrong with a value. A browser has no use for these parts of zod,
 * which every schema refers to: 6 kB of each first load. Messages that a schema brings itself stay.
 */
export const withoutJsonSchemas = (): Plugin => ({
  name: 'without-json-schemas',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: [ofJsonSchemas, ofMessages] },
    handler(code, id) {
      if (ofMessages.test(id)) return { code: 'export default () => ({})', map: null }
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
      const left = `const left = () => () => { throw new Error('No JSON schemas in browsers') }`
      return { code: `${left}\nexport { ${names.map((name) => `left as ${name}`).join(', ')} }`, map: null }
    },
  },
})
