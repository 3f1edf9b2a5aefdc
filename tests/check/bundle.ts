import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { ensureWebApp } from '../../backend/platform/web-app.ts'

/** What a newcomer's browser loads before the first screen stands, against its budget. */
const budget = 250_000
// The page itself, then signing in, then where one lands. Pages that do not exist as files of their own are in the entry.
const firstScreens = [/^index\.html$/, /features\/auth\/SignIn\.tsx$/, /features\/collections\/Collections\w*\.tsx$/]

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

const screens = Object.keys(manifest).filter((key) => firstScreens.some((screen) => screen.test(key)))
if (!firstScreens.slice(0, 2).every((screen) => screens.some((key) => screen.test(key))))
  throw new Error('The page and the sign-in screen are not in the manifest: has one been renamed?')

const files = [...new Set(screens.flatMap((key) => [...closure(key)]))].flatMap((key) => manifest[key]?.file ?? [])
const sizes = files
  .filter((file) => file.endsWith('.js'))
  .map((file) => ({ file, bytes: gzipSync(readFileSync(join(dist, file))).length }))
  .sort((one, other) => other.bytes - one.bytes)
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)

if (total > budget) {
  for (const { file, bytes } of sizes) process.stdout.write(`${String(bytes).padStart(8)} ${file}\n`)
  process.exitCode = 1
}
process.stdout.write(`${(total / 1000).toFixed(1)} kB of JavaScript gzipped at first, at most ${budget / 1000} kB\n`)
