import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** `npm run check`: everything that can be said about the code without running it, all at once. Ends with 1 when any of it fails. */
interface Outcome {
  ok: boolean
  /** One line for the summary. */
  note: string
  output: string
}

const root = join(import.meta.dirname, '..')

const run = async (command: string, ...args: string[]): Promise<Outcome> => {
  const child = spawn(command, args, { cwd: root, env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' } })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  const ok = await new Promise<boolean>((resolve) => {
    child.once('error', (error) => {
      output += error.message
    })
    child.once('close', (code) => resolve(code === 0))
  })
  return { ok, note: '', output: stripVTControlCharacters(output).trim() }
}

const script = async (name: string): Promise<Outcome> => {
  const outcome = await run(process.execPath, join(import.meta.dirname, 'check', name))
  return { ...outcome, note: outcome.ok ? (outcome.output.split('\n').at(-1) ?? '') : '' }
}

const checks: Record<string, () => Promise<Outcome>> = {
  types: () => run('tsc', '--noEmit', '-p', '.'),
  'format and lint': () => run('biome', 'check', '--error-on-warnings', '--max-diagnostics=50', '.'),
  dependencies: () => script('dependencies.ts'),
  licences: () => script('licences.ts'),
  'dead code': () => run('knip', '--treat-config-hints-as-errors'),
  language: () => script('language.ts'),
  'web bundle': () => script('bundle.ts'),
}

const results = await Promise.all(
  Object.entries(checks).map(async ([name, check]) => {
    const since = performance.now()
    const { ok, note, output } = await check()
    const seconds = ((performance.now() - since) / 1000).toFixed(1)
    process.stdout.write(`${ok ? '✓' : '✗'} ${name} (${seconds} s)${note && `: ${note}`}\n`)
    return { name, ok, output }
  }),
)
const failed = results.filter(({ ok }) => !ok)
for (const { name, output } of failed) process.stdout.write(`\n── ${name} ──\n${output}\n`)
process.stdout.write(`\nChecks: ${results.length - failed.length} passed, ${failed.length} failed\n`)
process.exitCode = failed.length === 0 ? 0 : 1
