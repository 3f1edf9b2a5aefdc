import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Bench } from './lib/bench.ts'
import { median, verdict, written } from './lib/figures.ts'
import { type FormFactor, lookAt, type Seen } from './lib/lighthouse.ts'
import { signIn } from './lib/people.ts'

const root = path.resolve(import.meta.dirname, '../..')
const run = promisify(execFile)
const password = 'five still ring'

/** What somebody sees first: signed out, and signed in as the owner of the demo campaign. */
const screens = [
  { name: 'login', path: '/auth/login', signedIn: false },
  { name: 'collections', path: '/collections', signedIn: true },
  { name: 'gallery', path: '/images', signedIn: true },
]
const formFactors: FormFactor[] = ['desktop', 'phone']

/** A smoke run takes one look, at a small campaign. */
const sizes = {
  full: {
    rounds: 5,
    looks: formFactors.flatMap((formFactor) => screens.map((screen) => ({ formFactor, screen }))),
    demo: [],
  },
  quick: {
    rounds: 1,
    looks: screens.slice(1, 2).map((screen) => ({ formFactor: 'desktop' as const, screen })),
    demo: ['--size', '20'],
  },
}

export const bench: Bench = {
  what: 'Lighthouse on login, collections and gallery of the demo, desktop and phone; JavaScript loaded at first',
  async run(options) {
    const { quick, say } = options
    const { rounds, looks, demo } = quick ? sizes.quick : sizes.full
    const { url } = await options.installation()
    say('filling it with the demo')
    await run(process.execPath, [path.join(root, 'demo/main.ts'), '--password', password, ...demo], {
      env: { ...process.env, BASE_URL: url },
    })
    const { headers } = await signIn(url, 'ines@example.org', password)

    const rows: string[][] = []
    const verdicts: string[] = []
    for (const { formFactor, screen } of looks) {
      const name = `${screen.name}, ${formFactor}`
      const seen: Seen[] = []
      while (seen.length < rounds) {
        say(`${name}: ${seen.length + 1} of ${rounds}`)
        seen.push(await lookAt(url + screen.path, formFactor, screen.signedIn ? headers.cookie : ''))
      }
      const { row, reached } = summary(seen)
      rows.push([name, ...row])
      verdicts.push(`${name}: ${reached}`)
    }
    const { stdout } = await run(process.execPath, [path.join(root, 'tests/check/bundle.ts')], { cwd: root })
    return [
      {
        title: `Lighthouse, medians of ${rounds}`,
        columns: ['', 'performance', 'accessibility', 'FCP ms', 'LCP ms', 'blocked ms', 'CLS'],
        rows,
        notes: [verdicts.join('<br>'), stdout.trim()],
      },
    ]
  },
}

function summary(seen: readonly Seen[]) {
  const middle = (of: (each: Seen) => number) => median(seen.map(of))
  const performance = middle((each) => each.performance)
  const accessibility = middle((each) => each.accessibility)
  const failed = [...new Set(seen.flatMap((each) => each.failed))]
  const whole = (of: (each: Seen) => number) => written(Math.round(middle(of)))
  return {
    row: [
      `${written(performance)} (${seen.map((each) => each.performance).join(', ')})`,
      written(accessibility) + (failed.length > 0 ? `: ${failed.join('; ')}` : ''),
      whole(({ fcp }) => fcp),
      whole(({ lcp }) => lcp),
      whole(({ tbt }) => tbt),
      middle(({ cls }) => cls).toFixed(3),
    ],
    reached: verdict(
      { name: 'performance', value: performance, atLeast: 95 },
      { name: 'accessibility', value: accessibility, atLeast: 95 },
    ).replace('<br>', ', '),
  }
}
