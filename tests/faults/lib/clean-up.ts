import { globSync, readFileSync, rmSync } from 'node:fs'

/** Ends the databases that run in `dir`, which outlive whoever started them, and removes it. For when nobody else does any more. */
export function cleanUp(dir: string): void {
  for (const file of globSync('**/cluster/postmaster.pid', { cwd: dir }))
    try {
      process.kill(Number(readFileSync(`${dir}/${file}`, 'utf8').split('\n')[0]), 'SIGQUIT')
    } catch {
      // It has ended, and left its file.
    }
  // A database takes a moment to end, and writes to the last.
  rmSync(dir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
}
