import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The process id of the event store that `parent` runs; undefined while there is none. */
export const eventStoreOf = (parent: number): number | undefined => childOf(parent, /embedded\/child\.ts/)

/** The process id in which `parent` sculpts or converts a 3D model; undefined while there is none. */
export const sculptorOf = (parent: number): number | undefined =>
  childOf(parent, /untrusted\/child\.ts .*models\/workshop\.ts/)

function childOf(parent: number, command: RegExp): number | undefined {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,command='], { encoding: 'utf8' }).split('\n')
  const line = lines
    .map((each) => each.trim().split(/\s+/))
    .find(
      ([, ppid, stat, ...words]) => ppid === String(parent) && !stat?.startsWith('Z') && command.test(words.join(' ')),
    )
  return line && Number(line[0])
}

/** The process id of the PostgreSQL in `folder`, as its own file says; undefined while there is none. */
export function postmasterOf(folder: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(folder, 'cluster/postmaster.pid'), 'utf8').split('\n')[0])
    process.kill(pid, 0)
    return pid
  } catch {
    return undefined
  }
}
