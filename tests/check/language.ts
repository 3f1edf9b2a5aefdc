import { globSync, readFileSync } from 'node:fs'

/**
 * Wording of the code as four figures, none of which may exceed its limit. After an improvement, lower the limit to the new figure.
 * Rates are used where the code's size matters, so that new code in standard terms always passes.
 */
const limits = {
  /** Words outside the field's terms, per 1,000 lines. */
  words: 1.2,
  /** Percentage of comments that open with a question word instead of a subject. */
  openings: 0.2,
  /** Percentage of exported functions and values that are named by a participle. */
  participles: 1,
  /** Properties packed into an object only to spread it: `a, b`. */
  spreads: 0,
}

const nonStandard =
  /\b(told|tells?|telling|asked|asks|asking|asker|kept|anew|meanwhile|whoever|somebody|nobody|somebody's|patience|trouble|standing|beside|hangs?|given again|in one go|take-?in|applyRemote|letGo|let go|desk|aside|dye|stands?|goes on|comes? of)\b/gi
const opening = /^(?:What|Who|Whoever|Whose|Where|Whether|How|Of|But|As long|So that)\b/
const participle =
  /^(?:told|asked|kept|shown|seen|known|made|looked|held|taken|given|drawn|sent|said|heard|found|left|lost|gone|come|put|begun|done|written|read|counted|named|listed|opened|closed|awaited|guessed|folded|sealed|chained|moved|changed|wanted|meant|allowed|concerned)(?:[A-Z]\w*)?$/
/** Directives of tools, which are not prose. */
const directive = /^(?:biome-|@ts-|#|=+$)/

const files = globSync('{backend,eventstore,exchange,richtext,stripe,scribe,frontend/src}/**/*.{ts,tsx}').filter(
  (file) => !file.startsWith('scribe/lexicon'),
)

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** Removes string and template literals, which hold texts for users. */
const withoutLiterals = (text: string) =>
  text.replace(
    /(\/\*[\s\S]*?\*\/|\/\/[^\n]*)|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g,
    (_, comment?: string) => comment ?? "''",
  )

const total = { lines: 0, words: 0, comments: 0, openings: 0, exports: 0, participles: 0, spreads: 0 }
for (const file of files) {
  const text = readFileSync(file, 'utf8')
  total.lines += text.split('\n').length
  total.words += count(withoutLiterals(text), nonStandard)
  for (const [, comment = ''] of text.matchAll(/(?:\/\*\*?|(?<!:)\/\/)\s*\*?\s*([^\n]+)/g)) {
    if (directive.test(comment)) continue
    total.comments += 1
    if (opening.test(comment)) total.openings += 1
  }
  for (const [, name = ''] of text.matchAll(/export (?:const|function|async function) (\w+)/g)) {
    total.exports += 1
    if (participle.test(name)) total.participles += 1
  }
  total.spreads += count(text, /\.\.\.\{ [\w, :]+ \}/g)
}

const rounded = (value: number) => Math.round(value * 10) / 10
const figures: typeof limits = {
  words: rounded((total.words / total.lines) * 1_000),
  openings: rounded((total.openings / total.comments) * 100),
  participles: rounded((total.participles / total.exports) * 100),
  spreads: total.spreads,
}
const names = Object.keys(limits) as (keyof typeof limits)[]
for (const name of names.filter((name) => figures[name] > limits[name])) {
  process.stdout.write(`${name}: ${figures[name]}, at most ${limits[name]} allowed (tests/check/language.ts)\n`)
  process.exitCode = 1
}
process.stdout.write(`${names.map((name) => `${figures[name]} ${name}`).join(', ')}\n`)
