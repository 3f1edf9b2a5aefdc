import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Walk, walks } from './walks.ts'

/** `npm run walks` runs every walk of `walks.ts` in sequence, and `npm run walks -- <name>…` runs some. Exits with 1 when one fails. */
const usage = `usage: npm run walks [-- <name>… | --list]
${walks.map(({ name, shows, minutes }) => `  ${name.padEnd(18)} ${`${minutes} min`.padStart(6)}  ${shows}`).join('\n')}`
const root = join(import.meta.dirname, '../..')
const print = (line: string) => process.stdout.write(`${line}\n`)

interface Result {
  name: string
  failure: string | undefined
  seconds: number
}

/** Runs the command with the output of this process. A walk that takes ten times its minutes is ended as hung. */
async function runWalk({ name, command, env, minutes }: Walk): Promise<Result> {
  print(`\n── ${name}: npm run ${command.join(' ')} ──`)
  const since = performance.now()
  const child = spawn('npm', ['run', '--silent', ...command], {
    cwd: root,
    env: { ...process.env, WALK: '1', ...env },
    stdio: 'inherit',
    // A group of its own, so that a hung walk ends with all its processes.
    detached: true,
  })
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
  }
  process.once('exit', end)
  let failure: string | undefined
  const limit = setTimeout(() => {
    failure = `took more than ${minutes * 10} minutes`
    end()
  }, minutes * 600_000)
  const code = await new Promise<string | number>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (status, signal) => resolve(status ?? signal ?? 'unknown'))
  })
  clearTimeout(limit)
  process.off('exit', end)
  if (code !== 0) failure ??= `exit ${code}`
  return { name, failure, seconds: Math.round((performance.now() - since) / 1000) }
}

const chooseWalks = (names: readonly string[]): readonly Walk[] => {
  const unknown = names.find((name) => !walks.some((walk) => walk.name === name))
  if (unknown !== undefined) throw new TypeError(`There is no walk named ${unknown}`)
  return names.length === 0 ? walks : walks.filter(({ name }) => names.includes(name))
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { list: { type: 'boolean', default: false } },
  })
  const chosen = chooseWalks(positionals)
  if (values.list) {
    print(usage)
    return 0
  }
  const results: Result[] = []
  for (const walk of chosen) results.push(await runWalk(walk))
  print('\n| walk | result | seconds |\n| --- | --- | --- |')
  for (const { name, failure, seconds } of results)
    print(`| ${name} | ${failure === undefined ? '✓ passed' : `✗ ${failure}`} | ${seconds} |`)
  return results.some(({ failure }) => failure !== undefined) ? 1 : 0
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
process.exitCode = await main().catch((error: unknown) => {
  if (!(error instanceof TypeError)) throw error
  process.stderr.write(`${error.message}\n${usage}\n`)
  return 1
})
