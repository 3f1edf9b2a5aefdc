import { writeFile } from 'node:fs/promises'
import { ExportFormat } from '#domain/export-answers.ts'
import { onlyArgument, parsed, WrongUsage } from '../platform/arguments.ts'
import { CannotStart } from '../platform/cannot-start.ts'
import { accountId } from './account-id.ts'
import { installedKeys } from './chain/key-ring.ts'
import { signingWith } from './chain/signing.ts'
import { timeOf } from './period.ts'
import { nameOf } from './statements/file.ts'
import { makeStatement } from './statements/make.ts'
import type { AuditContext, Subcommand } from './subcommand.ts'

const options = {
  format: { type: 'string', default: 'csv' },
  from: { type: 'string' },
  through: { type: 'string' },
  out: { type: 'string' },
} as const

const reasons: Record<string, string> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
}

const write = (file: string, bytes: Uint8Array) =>
  writeFile(file, bytes).catch(({ code = '', message }: NodeJS.ErrnoException) => {
    throw new CannotStart(`${file} cannot be written: ${reasons[code] ?? message}.`)
  })

type Context = Pick<AuditContext, 'pool' | 'store' | 'sealedStore'> & {
  config: Pick<AuditContext['config'], 'auditKeys' | 'dataDir'> &
    Partial<Pick<AuditContext['config'], 'baseUrl' | 'receipts'>>
}

/** Writes a statement of an account to a file, and its detached signature to `<file>.sig`. */
export const statement = {
  usage: '<id|email> [--format csv|money|jsonl|pdf|proof] [--from <time>] [--through <time, exclusive>] [--out <file>]',
  async run(args: readonly string[], { config, pool, store, sealedStore }: Context) {
    const { values, positionals } = parsed(args, { options, allowPositionals: true })
    const format = ExportFormat.safeParse(values.format).data
    const account = onlyArgument(positionals, '<id|email>')
    if (format === undefined) throw new WrongUsage(`--format takes ${ExportFormat.options.join(', ')}.`)
    const [from, through] = [timeOf(values.from) ?? null, timeOf(values.through) ?? new Date().toISOString()]
    if (from !== null && from > through) throw new WrongUsage('--from is after --through.')
    const request = { accountId: await accountId({ pool, store }, account), format, from, through }
    const signing = signingWith(installedKeys(config), pool)
    const { bytes, signature, key, ...made } = await makeStatement({ pool, store, sealedStore, signing }, request, {
      at: new Date().toISOString(),
      installation: config.baseUrl ?? '',
      issuer: config.receipts?.issuer.name ?? null,
    })
    const file = values.out ?? nameOf({ ...request, accountName: made.accountName })
    await write(file, bytes)
    await write(`${file}.sig`, Buffer.from(signature, 'base64'))
    return { answer: { ...request, ...made, bytes: bytes.length, file, signature: `${file}.sig`, signedBy: key } }
  },
} satisfies Subcommand
