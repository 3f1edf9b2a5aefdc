import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * The waits of users are measured, and other programs of the machine would be the longest of them. Linux shares the processor between sessions first,
 * and PostgreSQL opens one for each connection.
 */
const raised = '-15'

/** Runs the steps that the system permits. */
const attempt = (...steps: (() => void)[]) => {
  for (const step of steps)
    try {
      step()
    } catch {
      // An ordinary user may not, and a process may have ended: the measurement before each attack then includes the other programs.
    }
}

/** Raises the priority of this process and of those that it starts from now on. */
export const raisePriority = () =>
  attempt(
    () => writeFileSync('/proc/self/autogroup', raised),
    () => setPriority(-15),
  )

/** The parent of each process of the machine. */
const parents = (): Map<number, number> => {
  const all = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each)))
    attempt(() => {
      const [, parent] = /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'latin1')) ?? []
      all.set(Number(name), Number(parent))
    })
  return all
}

/** Raises the priority of the sessions of these processes and of everything that they started. */
export const raiseSessions = (roots: readonly (number | undefined)[]) =>
  attempt(() => {
    const parentOf = parents()
    const isBelow = (pid: number): boolean => roots.includes(pid) || (pid > 1 && isBelow(parentOf.get(pid) ?? 0))
    for (const pid of parentOf.keys()) if (isBelow(pid)) attempt(() => writeFileSync(`/proc/${pid}/autogroup`, raised))
  })

/** An attacker has a machine of its own: it does not take the processor from the server. */
export const lowerPriority = () => setPriority(5)
