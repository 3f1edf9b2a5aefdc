import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Raises the priority of this process and of those that it starts from now on, where the system permits it: the waits of users are measured, and
 * other programs of the machine would be the longest of them. Linux groups processes by their session, and ranks the groups first.
 */
export function raisePriority() {
  const steps = [() => writeFileSync('/proc/self/autogroup', '-15'), () => setPriority(-15)]
  for (const step of steps)
    try {
      step()
    } catch {
      // An ordinary user may not; the measurement before each attack then includes the other programs.
    }
}

/** An attacker has a machine of its own: it does not take the processor from the server. */
export const lowerPriority = () => setPriority(5)
