import { posix } from 'node:path'
import { foldPath } from './archive.ts'

/** Letters of a path below which names are whole; some systems open no longer paths than 260. */
const comfortable = 180
const longest = 80
const shortest = 12
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i

/** A name that every system, Obsidian's links and web addresses can write. */
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

/** Gives out paths, each once, whatever the case and the form of its accents. */
export const uniquePaths = () => {
  const taken = new Set<string>()
  /** The last number of a name: thousands of pages may have the same. */
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

/** The address of a file as a page at another path writes it. */
export const relativeAddress = (from: string, to: string): string => {
  const relative = posix.relative(posix.dirname(from), to)
  return relative.startsWith('.') ? relative : `./${relative}`
}
