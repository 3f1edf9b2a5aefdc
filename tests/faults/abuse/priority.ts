import { readFileSync, writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/**
 * The waits of users are measured, and other programs of the machine would be the longest of them. Linux shares the processor between sessions first,
 * and PostgreSQL opens one for each connection.
 */
const raised = '-15'
const ownSession = '/proc/self/autogroup'
const niceOf = (session: string) => Number(/ nice (-?\d+)/.exec(readFileSync(session, 'latin1'))?.[1] ?? 0)

/** Runs the steps that the system permits. */
const attempt = (...steps: (() => void)[]) => {
  for (const step of steps)
    try {
      step()
    } catch {
      // An ordinary user may not, and a process may have ended: the measurement before each attack then includes the other programs.
    }
}

/** Raises the priority of this process and of those that it starts from now on. Returns a function that gives its session the priority of before. */
export const raisePriority = (): (() => void) => {
  const own = getPriority()
  let session = 0
  attempt(
    () => {
      session = niceOf(ownSession)
      writeFileSync(ownSession, raised)
    },
    () => setPriority(-15),
  )
  return () =>
    attempt(
      () => writeFileSync(ownSession, String(session)),
      () => setPriority(own),
    )
}

/** Processes that a process started, of the whole tree below it and with itself. */
const treeOf = (pid: number): number[] => {
  let children: number[] = []
  attempt(() => {
    children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean).map(Number)
  })
  return [pid, ...children.flatMap(treeOf)]
}

/**
 * Raises the priority of the sessions of these processes and of everything that they started. Repeat it: PostgreSQL starts a process for each
 * connection, also in the midst of an attack, which would otherwise wait behind every other program of the machine. A session whose priority the
 * program lowered itself stays as it is.
 */
export const raiseSessions = (roots: readonly number[]) => {
  for (const pid of roots.flatMap(treeOf))
    attempt(() => {
      const session = `/proc/${pid}/autogroup`
      if (niceOf(session) <= 0) writeFileSync(session, raised)
    })
}

/** An attacker has a machine of its own: its process, which has a session of its own, takes what the others leave of the processors. */
export const lowerPriority = () => attempt(() => setPriority(10))
