import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/**
 * Nobody makes the server fetch an address of their choice, because no route takes one: what fetches at all are the adapters of
 * vendors and of telemetry, with addresses from the settings.
 */
const root = path.join(import.meta.dirname, '../../backend')
const fetches = /\bfetch\(|from '(node:)?(https?|http2|dns|undici)'|\bnew WebSocket\(|\baxios\b/

test('only adapters fetch', () => {
  const sources = globSync('**/*.ts', { cwd: root })
  expect(sources.length).toBeGreaterThan(200)
  const fetching = sources.filter((file) => {
    // Types of `node:http` fetch nothing.
    const code = readFileSync(path.join(root, file), 'utf8').replace(/^import type .*$/gm, '')
    return fetches.test(code)
  })
  const allowed =
    /^(providers|telemetry|platform)\/|^http\/(malformed-request|auth-routes|problems|simulated-stripe)\.ts$/
  expect(fetching.filter((file) => !allowed.test(file))).toEqual([])
})

test('no schema of a route takes an address', () => {
  const edges = globSync('{commands,queries,http,realtime}/**/*.ts', { cwd: root })
  const taken = edges.filter((file) => {
    // What an answer tells is ours: the link of an invitation.
    const code = readFileSync(path.join(root, file), 'utf8').replace(/\blink: z\.url\(\)/g, '')
    return /z\.(url|httpUrl)\(/.test(code)
  })
  expect(taken).toEqual([])
})
