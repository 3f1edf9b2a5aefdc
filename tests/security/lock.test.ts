import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

interface Locked {
  version?: string
  integrity?: string
  optional?: boolean
  os?: string | string[]
  cpu?: string | string[]
  libc?: string | string[]
}
const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'))
const packages = Object.entries(lock.packages as Record<string, Locked>).filter(([path]) => path !== '')

/** Where the project brings its own Node. */
const isForLinux = ({ os = 'linux', cpu = 'x64', libc = 'glibc' }: Locked) =>
  [os].flat().includes('linux') &&
  [cpu].flat().some((one) => one === 'x64' || one === 'arm64') &&
  [libc].flat().includes('glibc')

test('every package is pinned, and whatever Linux with glibc on x64 and arm64 installs has its hash', () => {
  expect(packages.length).toBeGreaterThan(500)
  expect(packages.filter(([, { version }]) => version === undefined)).toEqual([])
  const unhashed = packages.filter(([, { integrity }]) => integrity === undefined)
  expect(unhashed.filter(([, one]) => !one.optional || isForLinux(one)).map(([path]) => path)).toEqual([])
})
