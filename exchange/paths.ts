import { posix } from 'node:path'
import { foldPath } from './archive.ts'

/** Length to which paths are limited where possible, by shortening names: some systems open no paths longer than 260 characters. */
const comfortable = 180
const longest = 80
const shortest = 12
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i

/** Returns a name that is valid on every system, in Obsidian's links and in web addresses. */
const plainName = (name: string, letters: number): string => {
  const plain = name
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what no name may hold
    .replaceAll(/[\u0000-\u001f\u007f<>:"/\\|?*#^[\]%$=]+/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^\.+/, '_')
  const cut = [...plain]
    .slice(0, letters)
    .join('')
    .replace(/[. ]+$/, '')
  return reserved.test(cut) ? `_${cut}` : cut
}

/** Assigns unique paths, which differ in more than case and the form of their accents. */
export const uniquePaths = () => {
  const taken = new Set<string>()
  /** The last number assigned to a name, since thousands of pages may have the same name. */
  const lastOf = new Map<string, number>()
  return {
    /** `ending` is `.md`, or empty for a folder. */
    add(folder: string, wanted: string, ending: string, unnamed: string): string {
      const letters = Math.max(shortest, Math.min(longest, comfortable - folder.length))
      const base = plainName(wanted, letters) || unnamed
      const name = foldPath(posix.join(folder, base) + ending)
      for (let n = (lastOf.get(name) ?? 0) + 1; ; n++) {
        const path = posix.join(folder, `${n === 1 ? base : `${base} ${n}`}${ending}`)
        if (taken.has(foldPath(path))) continue
        taken.add(foldPath(path))
        lastOf.set(name, n)
        return path
      }
    },
  }
}

/** Returns the address of a file, relative to the page at `from`. */
export const relativeAddress = (from: string, to: string): string => {
  const relative = posix.relative(posix.dirname(from), to)
  return relative.startsWith('.') ? relative : `./${relative}`
}
