import fs from 'node:fs/promises'
import { SignedHead } from '#domain/audit-chain.ts'

/** The heads of a file that has one as JSON in each line; none where there is no file. A line that is no head is left out. */
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
