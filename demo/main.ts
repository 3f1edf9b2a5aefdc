import { pino } from 'pino'
import { Me } from '#domain/me.ts'
import { readConfig } from '../backend/config.ts'
import { parsed, readUsage, WrongUsage } from '../backend/platform/arguments.ts'
import { CannotStart } from '../backend/platform/cannot-start.ts'
import { makeStopping } from '../backend/platform/stopping.ts'
import type { Client } from './client.ts'
import { connect, Refused } from './client.ts'
import { fill } from './fill.ts'
import { type Cast, keyOf } from './filling.ts'
import { findOrStart } from './installation.ts'
import { fillLarge } from './large.ts'
import { type DemoPerson, demoAuditor, demoNames, demoPeople, emailOf } from './people.ts'
import { signUpAll } from './players.ts'

/**
 * Signs up the auditor, who is no member of the campaign. Requires that the demo's owner is the admin of the installation.
 * Returns true if the account is an auditor.
 */
async function appointAuditor(client: Client, { Ines }: Cast, password: string): Promise<boolean> {
  if ((await Ines.get('/users/me', Me)).role !== 'admin') return false
  const person = await client.signUp({ name: demoAuditor, email: emailOf(demoAuditor), password })
  const { role } = await person.get('/users/me', Me)
  if (role !== 'user') return role === 'auditor'
  // An auditor could not set this, so it precedes the change of the role.
  await person.act(keyOf('onboarded', demoAuditor), 'PATCH', '/users/me', { onboarded: true })
  await Ines.tell('/auth/admin/set-role', {
    userId: person.id,
    role: 'auditor',
    reason: 'To look at the audit screens',
  })
  return true
}

/**
 * `npm run demo [-- --size 10000]`: creates the demo campaign, or a large one, in the running installation; if none runs,
 * in one that is started for this command.
 */
const usage = 'usage: npm run demo -- [--size 2..100000] [--password "at least eight characters"]'
const tell = (line: string) => process.stdout.write(`${line}\n`)

function choices(): { size: number | undefined; password: string } {
  const { values } = parsed(process.argv.slice(2), {
    options: { size: { type: 'string' }, password: { type: 'string', default: 'five still ring' } },
  })
  const size = values.size === undefined ? undefined : Number(values.size)
  const wrong = size !== undefined && !(Number.isInteger(size) && size >= 2 && size <= 100_000)
  if (wrong) throw new WrongUsage(`--size takes a number from 2 to 100000, not ${values.size}.`)
  if (values.password.length < 8) throw new WrongUsage('--password takes at least eight characters.')
  return { size, password: values.password }
}

/** Returns the plan to print: only an admin can grant plans, and a large campaign needs none. */
const planOf = (name: DemoPerson, role: string, size: number | undefined) =>
  role === 'admin' && size === undefined ? demoPeople[name].plan : ''

const log = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }))
const stopping = makeStopping(log)
const interrupt = new AbortController()
const interrupted = async () => {
  // Aborts first, so that no request is sent to a stopping installation.
  interrupt.abort()
  await stopping.stop()
  process.exit(130)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void interrupted())

try {
  const { size, password } = readUsage(usage, choices)
  const found = await findOrStart(readConfig(process.env), stopping)
  const { url, origin, ours } = found
  const client = await connect(found, { tell, signal: interrupt.signal })
  tell(`Filling the installation at ${url} …`)
  const cast = await signUpAll(client, password)
  const { role } = await cast.Ines.get('/users/me', Me)
  const isAudited = await appointAuditor(client, cast, password)
  const since = performance.now()
  await (size === undefined ? fill(client, cast, tell) : fillLarge(cast, size, tell))

  const { acts, fresh } = client.told()
  const seconds = ((performance.now() - since) / 1000).toFixed(1)
  tell(fresh === 0 ? `It was all there already: nothing has changed.` : `${fresh} of ${acts} acts in ${seconds} s.`)
  tell(`\nSign in at ${origin}${ours ? ', once npm start runs,' : ''} with the password "${password}" as`)
  for (const name of demoNames)
    tell(
      `  ${emailOf(name).padEnd(22)}${demoPeople[name].role.toLowerCase().padEnd(8)}${planOf(name, role, size)}`.trimEnd(),
    )
  if (isAudited) tell(`  ${emailOf(demoAuditor).padEnd(22)}auditor`)
  tell(
    'Everybody knows this password: set others with --password, before the first filling, where strangers can sign in.',
  )
} catch (error) {
  const expected =
    error instanceof CannotStart || error instanceof Refused || (error instanceof TypeError && 'code' in error)
  if (expected) process.stderr.write(`${error.message}\n`)
  else if (!interrupt.signal.aborted) log.error({ err: error }, 'The demo could not be filled')
  process.exitCode = 1
} finally {
  // Aborts the requests that are still pending after a failure.
  interrupt.abort()
  await stopping.stop()
}
