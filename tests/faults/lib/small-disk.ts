import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** A file system of its own, in memory, that can be filled to its last block and emptied again. */
export interface SmallDisk {
  dir: string
  /** Bytes that were left. */
  fill(): number
  makeRoom(): void
  unmount(): void
}

/** Mounts one at `dir`, which must be an empty folder. Throws where only the system's administrator may. */
export function mountSmallDisk(dir: string, megabytes: number): SmallDisk {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'loreloom-fault', dir], { stdio: 'pipe' })
  const ballast = join(dir, 'ballast')
  return {
    dir,
    fill() {
      const { bavail, bsize } = statfsSync(dir)
      const file = openSync(ballast, 'a')
      // Ever smaller pieces: others write at the same time, and the last block has to go too.
      try {
        for (let piece = 2 ** 20; piece >= 512; ) {
          try {
            writeSync(file, Buffer.alloc(piece))
          } catch (error) {
            if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
            piece /= 2
          }
        }
      } finally {
        closeSync(file)
      }
      return bavail * bsize
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    unmount: () => void execFileSync('umount', ['-l', dir], { stdio: 'pipe' }),
  }
}
