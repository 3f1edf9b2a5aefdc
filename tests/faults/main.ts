import { execSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { cleanUp } from './lib/clean-up.ts'
import { type Fault, type FaultReport, markdown } from './lib/fault.ts'
import { writeReport } from './lib/write-report.ts'

/** `npm run faults -- <name>`: harms the running program as `<name>.ts` says, and finds out whether it kept its promises. */
const usage =
  'usage: npm run faults -- <name>… | all [--rounds 50] [--seconds 30] [--seed 1] [--only part,part] [--write]'
const here = import.meta.dirname
const tell = (line: string) => process.stderr.write(`${line}\n`)
const print = (line = '') => process.stdout.write(`${line}\n`)

const names = readdirSync(here)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== basename(import.meta.filename))
  .map((file) => basename(file, '.ts'))

const load = async (name: string): Promise<Fault> => (await import(join(here, `${name}.ts`))).default

const whole = (text: string | undefined, option: string): number | undefined => {
  if (text === undefined || /^\d+$/.test(text)) return text === undefined ? undefined : Number(text)
  throw new TypeError(`--${option} takes a whole number`)
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})

const runOne = async (name: string): Promise<FaultReport> => {
  const { about, run } = await load(name)
  const dir = mkdtempSync(join(tmpdir(), `loreloom-fault-${name}-`))
  print(`## ${name}\n\n${about}\n`)
  const clean = () => cleanUp(dir)
  process.once('exit', clean)
  try {
    return await run({
      rounds: whole(values.rounds, 'rounds'),
      seconds: whole(values.seconds, 'seconds'),
      seed: whole(values.seed, 'seed') ?? 1,
      only: values.only?.split(',') ?? [],
      dir,
      tell,
    })
  } finally {
    process.off('exit', clean)
    clean()
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const chosen = positionals[0] === 'all' ? names : positionals
if (chosen.length === 0) {
  print(usage)
  for (const name of names) print(`  ${name.padEnd(14)} ${(await load(name)).about}`)
}
for (const name of chosen) {
  if (!existsSync(join(here, `${name}.ts`)) || !names.includes(name))
    throw new TypeError(`There is no fault ${name}.\n${usage}`)
  const began = performance.now()
  const report = await runOne(name)
  print([markdown(report), '', ...report.notes, '', ...report.problems.map((problem) => `✗ ${problem}`)].join('\n'))
  const seconds = Math.round((performance.now() - began) / 1000)
  print(
    `${report.problems.length === 0 ? '✓ all checks hold' : `✗ ${report.problems.length} problems`} (${seconds} s)\n`,
  )
  const command = `npm run faults -- ${[name, ...process.argv.slice(2).filter((each) => !positionals.includes(each) && each !== '--write')].join(' ')}`
  const commit = execSync('git rev-parse --short HEAD', { cwd: here, encoding: 'utf8' }).trim()
  if (values.write) writeReport({ name, report, command, commit })
  if (report.problems.length > 0) process.exitCode = 1
}
