import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Of a machine with ten times the work that it can do; alone each is done within seconds. */
export const patience = 20 * 60_000

/** Which there are in `tests/faults` or `tests/bench`: each is a file, and found by its name. */
export const namesIn = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((file) => /^[\w-]+\.ts$/.test(file) && file !== 'main.ts')
    .map((file) => file.slice(0, -'.ts'.length))

/** Runs the folder's program as people do, and answers what it printed. One that hangs is ended, and cleans up behind itself. */
export async function succeeds(folder: string, ...words: string[]): Promise<string> {
  // The test runner's own BASE_URL is no address.
  const env = { ...process.env, BASE_URL: undefined, NODE_COMPILE_CACHE: join(root, '.tmp/compiled') }
  const options = { cwd: root, env, maxBuffer: 2 ** 26, timeout: patience - 20_000 }
  const { promise, resolve } = Promise.withResolvers<{ code: unknown; stdout: string; stderr: string }>()
  execFile(process.execPath, [join(folder, 'main.ts'), ...words], options, (error, stdout, stderr) =>
    resolve({ code: error ? (error.code ?? error.signal) : 0, stdout, stderr }),
  )
  const { code, stdout, stderr } = await promise
  expect(code, `${stdout}\n${stderr}`.slice(-8000)).toBe(0)
  return stdout
}

/** What it printed of each, by name. */
export const sectionsOf = (printed: string): Map<string, string> =>
  new Map(
    printed
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf('\n')), section]),
  )
