import fs from 'node:fs/promises'
import { SignedHead } from '#domain/audit-chain.ts'

/** Reads a file with one signed head as JSON per line. Returns none if there is no file, and skips lines that are not heads. */
export const headsIn = async (file: string): Promise<SignedHead[]> => {
  const text = await fs.readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').flatMap((line) => {
    const { data } = SignedHead.safeParse(asJson(line))
    return data ?? []
  })
}

const asJson = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
