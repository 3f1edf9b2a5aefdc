import type { ExportFormat } from '#domain/export-answers.ts'
import { chainProof } from './chain-proof.ts'
import { proof } from './proof.ts'
import { type StatementIssue, type StatementRequest, statementOf } from './statement.ts'
import { type Installed, type Signed, signedFile, writeStatement } from './write.ts'

/** Creates the file of a statement or of a proof, and its signature. */
export const makeStatement = async (
  installed: Installed,
  { format, ...asked }: StatementRequest & { format: ExportFormat },
  issue: Omit<StatementIssue, 'key'>,
  report: (done: number, total: number) => Promise<unknown> = async () => undefined,
): Promise<Signed & { entries: number; accountName: string }> => {
  const key = (await installed.signing.signed('')).key
  const statement = await statementOf(installed, asked, { ...issue, key })
  const bytes =
    format === 'proof' ? await proof(installed, statement, report) : await writeStatement(format, statement, report)
  return {
    entries: statement.entries.length,
    accountName: statement.account.name,
    ...(await signedFile(installed, bytes)),
  }
}

/** Creates the file of a proof of all accounts, and its signature. */
export const makeChainProof = async (
  installed: Installed,
  issue: Omit<StatementIssue, 'key'>,
  progress: Parameters<typeof chainProof>[2],
): Promise<Signed & { entries: number }> => {
  const key = (await installed.signing.signed('')).key
  const { bytes, links } = await chainProof(installed, { ...issue, key }, progress)
  return { entries: links, ...(await signedFile(installed, bytes)) }
}
