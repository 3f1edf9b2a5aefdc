import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../backend/platform/embedded-postgres.ts'
import { rowsOf, writeRecorded } from './log.ts'
import { restored } from './restored.ts'

/**
 * `node tests/recorded/record.ts --postgres <DATA_DIR>/postgres`, of an installation that only the demo was filled into and that is stopped:
 * writes its log, and what this version answers, beside this file. To be done with a version that is released, before what it is to be
 * compared with is changed.
 */
const { values } = parseArgs({
  options: { postgres: { type: 'string' }, password: { type: 'string', default: 'five still ring' } },
})
if (!values.postgres) throw new Error('usage: node tests/recorded/record.ts --postgres <DATA_DIR>/postgres')
const postgres = await startEmbeddedPostgres(values.postgres)
try {
  const client = new pg.Client(postgres.options)
  await client.connect()
  const rows = await rowsOf(client).finally(() => client.end())
  const stack = await restored(rows, postgres.options)
  const answers = await stack.answers(values.password).finally(stack.stop)
  writeRecorded('log', rows)
  writeRecorded('answers', answers)
  for (const [name, given] of Object.entries(answers))
    process.stdout.write(`${name}: ${Object.keys(given).length} answers\n`)
} finally {
  await postgres.stop()
}
