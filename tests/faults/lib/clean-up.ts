import { globSync, readFileSync, rmSync } from 'node:fs'

/** Ends the databases that run in `dir`, which outlive whoever started them, and removes it. For when nobody else does any more. */
export function cleanUp(dir: string): void {
  for (const file of globSync('**/cluster/postmaster.pid', { cwd: dir }))
    try {
      process.kill(Number(readFileSync(`${dir}/${file}`, 'utf8').split('\n')[0]), 'SIGQUIT')
    } catch {
      // It has ended, and left its file.
    }
  remove(dir)
}

/** A database takes a moment to end, and writes to the last. It is waited for without a turn of the event loop: this process is ending too. */
const remove = (dir: string, tries = 50): void => {
  try {
    rmSync(dir, { recursive: true, force: true })
  } catch (error) {
    if (tries === 0) throw error
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
    remove(dir, tries - 1)
  }
}
