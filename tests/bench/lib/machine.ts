import { execFileSync } from 'node:child_process'
import os from 'node:os'

const gigabytes = (bytes: number) => `${(bytes / 2 ** 30).toFixed(0)} GB`
const loads = () =>
  os
    .loadavg()
    .map((load) => load.toFixed(2))
    .join(' ')

/** The commit that is measured; an archive of the program has none. */
const commit = () => {
  try {
    const printed = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    })
    return { Commit: printed.trim() }
  } catch {
    return {}
  }
}

/** What the figures were measured on, by name. Taken before the work, so that the load is that of others. */
export function describeMachine(command: string): Record<string, string> {
  const cpus = os.cpus()
  return {
    Date: `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    ...commit(),
    Command: `\`${command}\``,
    Machine: `${cpus[0]?.model.trim() ?? os.arch()}, ${cpus.length} cores, ${gigabytes(os.totalmem())}, ${os.type()} ${os.release()}`,
    'Load before': loads(),
    Node: process.version,
  }
}
