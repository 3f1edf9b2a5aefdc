import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type pg from 'pg'

/** One of our programs by itself, over a database: what it printed so far, and how it ends. */
export function serveProgram(
  program: string,
  { user, host, port, database }: pg.ClientConfig,
  args: readonly string[],
) {
  const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, DATABASE_URL: url } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return { child, output: () => output, ended: once(child, 'close').then(([code]) => code as number | null) }
}
