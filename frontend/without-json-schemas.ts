import type { Plugin } from 'vite'

const ofJsonSchemas = /zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/

/** Only the server describes its schemas. A browser has no use for that part of zod, which every schema refers to: 5 kB of each first load. */
export const withoutJsonSchemas = (): Plugin => ({
  name: 'without-json-schemas',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: ofJsonSchemas },
    handler(code) {
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
      const left = `const left = () => () => { throw new Error('No JSON schemas in browsers') }`
      return { code: `${left}\nexport { ${names.map((name) => `left as ${name}`).join(', ')} }`, map: null }
    },
  },
})
