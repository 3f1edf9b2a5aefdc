import type { Plugin } from 'vite'

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
