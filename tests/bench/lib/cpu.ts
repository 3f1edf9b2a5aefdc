import fs from 'node:fs'

/** Processor time, which other work on the machine distorts far less than time on the clock. Linux only: elsewhere all is 0. */
export interface Cpu {
  /** Microseconds used so far by this process, by the event store's and by PostgreSQL's. */
  own: number
  store: number
  postgres: number
}

const ticksPerSecond = 100

/** The fields of `/proc/<pid>/stat` behind the name, which may hold spaces; undefined when the process is gone. */
const statOf = (pid: number | string): string[] | undefined => {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

const parentAt = 1
/** User and system time, its own and, last two, of the children that it has seen end. */
const timesAt = [11, 12, 13, 14]
const microseconds = (stat: string[] | undefined) =>
  (timesAt.reduce((sum, at) => sum + Number(stat?.[at] ?? 0), 0) * 1e6) / ticksPerSecond

/** Microseconds of a process with its children: PostgreSQL has one for each connection. */
export const family = (pid: number): number => {
  if (process.platform !== 'linux') return 0
  const children = fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter((stat) => Number(stat?.[parentAt]) === pid)
  return [statOf(pid), ...children].reduce((sum, stat) => sum + microseconds(stat), 0)
}

export function cpuOf(store: number, postgres: number): Cpu {
  const { user, system } = process.cpuUsage()
  return { own: user + system, store: family(store), postgres: family(postgres) }
}

export const since = (before: Cpu, now: Cpu): Cpu => ({
  own: now.own - before.own,
  store: now.store - before.store,
  postgres: now.postgres - before.postgres,
})

export const plus = (one: Cpu, other: Cpu): Cpu => ({
  own: one.own + other.own,
  store: one.store + other.store,
  postgres: one.postgres + other.postgres,
})
