import { existsSync, watch } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Resolves when a socket is removed, as by whoever tidies a temporary folder: its server lives on, and nobody can connect to it any more.
 * Not after `signal` was aborted, nor on a machine that has no watches left to give.
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
