import type { Plugin } from 'vite'

/**
 * Fetches the program with the page, and runs it once the page is painted: it keeps a phone busy for most of a second. A tab in the
 * background paints nothing, and waits for a moment instead.
 */
const starter = (program: string) => `
      {
        let isStarted = false
        const start = () => {
          if (!isStarted) void import('${program}')
          isStarted = true
        }
        // What is pressed before the program listens is pressed again once it does.
        let pressed = null
        const press = ({ type, key, target }) => {
          if (type === 'click') pressed = target.closest('button')
          else if (key === 'Enter') pressed = target.form?.querySelector('[type=submit]')
        }
        for (const type of ['click', 'keydown']) addEventListener(type, press, true)
        globalThis.pressedEarly = () => {
          for (const type of ['click', 'keydown']) removeEventListener(type, press, true)
          return pressed
        }
        requestAnimationFrame(() => setTimeout(start))
        setTimeout(start, 500)
      }
    `

/** Lets a built page be painted before its program runs. What is painted first is fetched first. */
export const afterPaint = (): Plugin => ({
  name: 'after-paint',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const [tag = '', program] = /<script type="module"[^>]* src="(.*?)"[^>]*><\/script>/.exec(html) ?? []
      if (!program) throw new Error('The page has no program')
      return html
        .replace(tag, `<link rel="modulepreload" crossorigin href="${program}">`)
        .replaceAll('rel="modulepreload"', 'rel="modulepreload" fetchpriority="low"')
        .replace('</body>', () => `  <script>${starter(program)}</script>\n  </body>`)
    },
  },
})
