import path from 'node:path'
import { untrustedPool } from '../../../backend/platform/untrusted/pool.ts'
import { parsers } from './parsers.ts'

/** Prints the child's id once it works at what does not end; the test kills this process. */
const longer = { ...parsers, endless: { ...parsers.endless, deadlineMs: 60_000 } }
const root = path.join(import.meta.dirname, '../../..')
const table = new URL('./parsers.ts', import.meta.url).href
const { run, pid } = untrustedPool({ parsers: longer, table, readable: [root], owner: () => 'Ines' })
await run('length', { options: { add: 0 } })
void run('endless', { options: null })
process.stdout.write(`${pid()}\n`)
