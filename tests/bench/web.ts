import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Bench } from './lib/bench.ts'
import { median, verdict, written } from './lib/figures.ts'
import { type FormFactor, lookAt, type Seen } from './lib/lighthouse.ts'
import { type Person, signIn } from './lib/people.ts'

const root = path.resolve(import.meta.dirname, '../..')
const run = promisify(execFile)
const password = 'five still ring'

/** What somebody sees first: signed out, and signed in as the owner of the demo campaign. */
const screens = [
  { name: 'login', path: '/auth/login', signedIn: false },
  { name: 'collections', path: '/collections', signedIn: true },
  { name: 'gallery', path: '/images', signedIn: true },
  { name: 'lore', path: '/lore/view/:id', signedIn: true },
]
/** Lore of the demo with texts, links and pictures. */
const loreName = 'The Customs House'
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
  what: 'Lighthouse on login, collections, gallery and a page of lore of the demo, desktop and phone; JavaScript loaded at first',
  async run(options) {
    const { quick, say } = options
    const { rounds, looks, demo } = quick ? sizes.quick : sizes.full
    const { url } = await options.installation()
    say('filling it with the demo')
    await run(process.execPath, [path.join(root, 'demo/main.ts'), '--password', password, ...demo], {
      env: { ...process.env, BASE_URL: url },
    })
    const person = await signIn(url, 'ines@example.org', password)
    const { headers } = person
    const loreId = looks.some(({ screen }) => screen.name === 'lore') ? await loreOf(person) : ''

    const rows: string[][] = []
    const verdicts: string[] = []
    for (const { formFactor, screen } of looks) {
      const name = `${screen.name}, ${formFactor}`
      const seen: Seen[] = []
      while (seen.length < rounds) {
        say(`${name}: ${seen.length + 1} of ${rounds}`)
        seen.push(
          await lookAt(url + screen.path.replace(':id', loreId), formFactor, screen.signedIn ? headers.cookie : ''),
        )
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

async function loreOf(person: Person): Promise<string> {
  const { data: campaigns } = (await person.send('GET', '/campaigns')) as unknown as { data: { id: string }[] }
  for (const { id } of campaigns) {
    const asked = `/conjurations?campaignId=${id}&search=${encodeURIComponent(loreName)}`
    const { data } = (await person.send('GET', asked)) as unknown as { data: { id: string; name: string }[] }
    const found = data.find(({ name }) => name === loreName)
    if (found) return found.id
  }
  throw new Error(`The demo has no ${loreName}`)
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
