import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'

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

/**
 * A database takes a moment to end, and makes and removes files to the last: removing stops at either. It is waited for without a
 * turn of the event loop, as this process may be ending too.
 */
const remove = (dir: string): void => {
  for (let tries = 50; tries > 0; tries--) {
    try {
      rmSync(dir, { recursive: true, force: true })
    } catch {
      // Something came into a folder that was just emptied.
    }
    if (!existsSync(dir)) return
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  }
}
