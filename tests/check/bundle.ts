import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { ensureWebApp } from '../../backend/platform/web-app.ts'

interface Screen {
  /** The parts of the program that are fetched by themselves and seen at once. */
  parts: RegExp[]
  /**
   * Gzipped bytes of JavaScript that a browser loads before the screen is complete: the reached figure and 0.3 kB, because names of
   * chunks contain hashes, which differ between folders and compress differently.
   */
  budget: number
}

const app = [/^index\.html$/, /src\/app\/start\.tsx$/, /src\/app\/layout\/Shell\.tsx$/]
const screens: Record<string, Screen> = {
  'signing in': { parts: [/^index\.html$/, /features\/auth\/start\.tsx$/], budget: 109_600 },
  collections: {
    parts: [...app, /features\/collections\/CollectionsPage\.tsx$/, /features\/collections\/TreePane\.tsx$/],
    budget: 249_400,
  },
  // Its menu and the writer of its texts are fetched once it stands.
  'a lore page': { parts: [...app, /features\/conjurations\/ConjurationScreen\.tsx$/], budget: 244_600 },
}

const Manifest = z.record(z.string(), z.object({ file: z.string(), imports: z.array(z.string()).optional() }))

const dist = await ensureWebApp(() => undefined)
const manifest = Manifest.parse(JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')))

/** A chunk and all that it loads with it; what it loads later does not count. */
const closure = (key: string, seen = new Set<string>()): Set<string> => {
  if (!seen.has(key)) {
    seen.add(key)
    for (const below of manifest[key]?.imports ?? []) closure(below, seen)
  }
  return seen
}

const loaded = (parts: readonly RegExp[]) => {
  const keys = parts.map((part) => Object.keys(manifest).find((key) => part.test(key)))
  if (keys.includes(undefined)) throw new Error(`The manifest lacks one of ${parts.join(', ')}: has it been renamed?`)
  const files = new Set(keys.flatMap((key) => [...closure(key ?? '')]).flatMap((key) => manifest[key]?.file ?? []))
  return [...files]
    .filter((file) => file.endsWith('.js'))
    .map((file) => ({ file, bytes: gzipSync(readFileSync(join(dist, file))).length }))
    .sort((one, other) => other.bytes - one.bytes)
}

const notes = Object.entries(screens).map(([name, { parts, budget }]) => {
  const sizes = loaded(parts)
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  if (total > budget) {
    for (const { file, bytes } of sizes) process.stdout.write(`${String(bytes).padStart(8)} ${file}\n`)
    process.exitCode = 1
  }
  return `${name} ${(total / 1000).toFixed(1)} of at most ${budget / 1000} kB`
})
process.stdout.write(`${notes.join(', ')} of JavaScript gzipped at first\n`)
