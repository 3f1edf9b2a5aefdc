import { existsSync, watch } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Resolves when a socket is removed, for instance by a cleaner of temporary folders: its server survives, but accepts
 * no further connections. Never resolves after `signal` is aborted, or if the machine has no file watches left.
 */
export const socketGone = (file: string, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (!existsSync(file)) resolve()
    }
    try {
      watch(dirname(file), { persistent: false, signal }, look).on('error', look)
    } catch {}
    look()
  })
