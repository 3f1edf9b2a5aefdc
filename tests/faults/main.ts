import { execSync } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { forEach } from '../bench/lib/people.ts'
import { cleanUp } from './lib/clean-up.ts'
import { type Fault, type FaultReport, markdown } from './lib/fault.ts'
import { writeReport } from './lib/write-report.ts'

/** `npm run faults -- <name>`: harms the running program as `<name>.ts` says, and finds out whether it kept its promises. */
const usage = `usage: npm run faults -- <name>…|all [--rounds <n>] [--seconds <n>] [--people <n>] [--seed <n>] [--only <part>,<part>] [--quick] [--write]
  --rounds   how often it is done; each fault has its own number, door 20000 requests
  --seconds  how long it lasts; each fault has its own
  --people   how many people or tabs there are; each fault that has a crowd has its own number
  --seed     the same one chooses the same commands and moments; otherwise 1
  --only     these of the fault's parts
  --quick    its smallest form, which only shows that it still runs
  --write    put the table into docs/reliability.md`
const here = import.meta.dirname
const tell = (line: string) => process.stderr.write(`${line}\n`)
const print = (line = '') => process.stdout.write(`${line}\n`)

const names = readdirSync(here)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== basename(import.meta.filename))
  .map((file) => basename(file, '.ts'))
  .sort()

const load = async (name: string): Promise<Fault> => (await import(join(here, `${name}.ts`))).default

const whole = (text: string | undefined, option: string): number | undefined => {
  if (text === undefined || /^\d+$/.test(text)) return text === undefined ? undefined : Number(text)
  throw new TypeError(`--${option} takes a whole number, not ${text}`)
}

/** What the command line asks for. Throws a TypeError before anything is harmed when it asks for what there is not. */
const readAsked = async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      people: { type: 'string' },
      quick: { type: 'boolean', default: false },
      seed: { type: 'string' },
      only: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  })
  const chosen = positionals[0] === 'all' ? names : positionals
  const unknown = chosen.find((name) => !names.includes(name))
  if (unknown !== undefined) throw new TypeError(`There is no fault named ${unknown}, only ${names.join(', ')}`)
  if (values.quick && values.write) throw new TypeError('A smoke run has no figures to write')
  return {
    chosen,
    positionals,
    write: values.write,
    options: {
      rounds: whole(values.rounds, 'rounds'),
      seconds: whole(values.seconds, 'seconds'),
      people: whole(values.people, 'people'),
      quick: values.quick,
      seed: whole(values.seed, 'seed') ?? 1,
      only: values.only?.split(',') ?? [],
    },
  }
}

const asked = await readAsked().catch((error: unknown) => {
  if (!(error instanceof TypeError)) throw error
  tell(`${error.message}\n${usage}`)
  process.exit(1)
})

/** One that breaks off is a problem like any other: the next ones still run. */
const brokenOff = (error: unknown): FaultReport => {
  const causes = error instanceof Error && error.cause instanceof Error ? [error, error.cause] : [error]
  const problems = causes.map((each) => `It broke off: ${each instanceof Error ? each.stack : each}`)
  return { columns: [], rows: [], notes: [], problems }
}

const runOne = async (name: string, { run, smallest }: Fault): Promise<FaultReport> => {
  const options = asked.options.quick ? { ...asked.options, ...smallest } : asked.options
  const dir = mkdtempSync(join(tmpdir(), `loreloom-fault-${name}-`))
  const clean = () => cleanUp(dir)
  process.once('exit', clean)
  try {
    return await run({ ...options, dir, tell: (line) => tell(`${name}: ${line}`) }).catch(brokenOff)
  } finally {
    process.off('exit', clean)
    clean()
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const { chosen, positionals, write } = asked
if (chosen.length === 0) {
  print(`${usage}\n`)
  for (const name of names) print(`  ${name.padEnd(14)} ${(await load(name)).about}`)
}
// In their smallest forms, of which nothing is measured, they mostly wait: several then go at once.
await forEach(chosen, asked.options.quick ? availableParallelism() + 1 : 1, async (name) => {
  const fault = await load(name)
  const began = performance.now()
  const report = await runOne(name, fault)
  const seconds = Math.round((performance.now() - began) / 1000)
  const { problems } = report
  const verdict = problems.length === 0 ? '✓ all checks hold' : `✗ ${problems.length} problems`
  const told = [markdown(report), ...report.notes, problems.map((problem) => `✗ ${problem}`).join('\n')]
  print([`## ${name}`, fault.about, ...told.filter(Boolean), `${verdict} (${seconds} s)\n`].join('\n\n'))
  if (problems.length > 0) process.exitCode = 1
  if (!write) return
  const command = `npm run faults -- ${[name, ...process.argv.slice(2).filter((each) => !positionals.includes(each) && each !== '--write')].join(' ')}`
  const commit = execSync('git rev-parse --short HEAD', { cwd: here, encoding: 'utf8' }).trim()
  writeReport({ name, report, command, commit })
})
