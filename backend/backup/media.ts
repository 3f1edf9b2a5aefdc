import { constants } from 'node:fs'
import { copyFile, link, mkdir, opendir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const isCode = (error: unknown, ...codes: string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/** Yields the names of all files below a folder, in the order of the folder, without those that are still being written. */
export async function* filesBelow(root: string, below = ''): AsyncGenerator<string> {
  const entries = await opendir(join(root, below)).catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return []
    throw error
  })
  for await (const entry of entries) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`
    if (name === '.writing') continue
    if (entry.isDirectory()) yield* filesBelow(root, name)
    else if (entry.isFile()) yield name
  }
}

/** Errors of file systems that support no hard links, or forbid them. */
const noLinks = ['EPERM', 'EXDEV', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS']

/**
 * Hard-links media into another folder, so that files removed or replaced concurrently are preserved. A repeat adds
 * newer files.
 */
export const holdMedia = async (from: string, to: string, signal: AbortSignal): Promise<void> => {
  const folders = new Set<string>()
  for await (const name of filesBelow(from)) {
    signal.throwIfAborted()
    const [source, target] = [join(from, name), join(to, name)]
    if (!folders.has(dirname(target))) await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    folders.add(dirname(target))
    await link(source, target).catch((error: unknown) => {
      if (isCode(error, 'EEXIST', 'ENOENT')) return
      if (!isCode(error, ...noLinks)) throw error
      return copyFile(source, target, constants.COPYFILE_FICLONE)
    })
  }
}
