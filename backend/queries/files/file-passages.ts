import type pg from 'pg'
import { Rejection } from '#domain/decider.ts'
import { findReadFile, saveFilePassages } from '#projections/file-passages.ts'
import { isProblemCode, problem } from '../../http/problems.ts'
import { isReadable } from '../../providers/document-types.ts'
import type { Files } from '../../providers/files.ts'
import { InputRefused, type UntrustedInput } from '../../providers/untrusted-input.ts'

export interface ReadingDeps {
  pool: pg.Pool
  files: Pick<Files, 'get'>
  untrusted: Pick<UntrustedInput, 'run'>
}

const sentenceOf = (error: unknown): { problem: string; isLasting: boolean } | undefined => {
  if (error instanceof InputRefused) return { problem: error.message, isLasting: true }
  if (!(error instanceof Rejection) || !isProblemCode(error.code)) return undefined
  return { problem: problem(error.code, error.facts).detail, isLasting: error.code.startsWith('document_') }
}

/**
 * Reads a stored file in the child process and stores its passages, unless that was done before. Returns the reason if its text cannot
 * be read.
 */
export const ensureFilePassages = async (
  { pool, files, untrusted }: ReadingDeps,
  { key, mime }: { key: string; mime: string },
): Promise<string | undefined> => {
  if (!isReadable(mime)) return problem('document_type').detail
  const before = await findReadFile(pool, key)
  if (before) return before.problem ?? undefined
  try {
    const { value: text } = await untrusted.run('document', { bytes: await files.get(key), options: { mime } })
    await saveFilePassages(pool, key, { text })
    return undefined
  } catch (error) {
    const sentence = sentenceOf(error)
    if (!sentence) throw error
    if (sentence.isLasting) await saveFilePassages(pool, key, { problem: sentence.problem })
    return sentence.problem
  }
}
