import { z } from 'zod'
import { readLines } from './lines.ts'
import type { BucketList } from './stage.ts'

const Line = z.object({ key: z.string(), size: z.int() })

/**
 * Counts the listed files that a bucket lacks, or has with another size, and returns the name of the first. Both lists
 * are sorted by name, so one pass over both suffices.
 */
export const missingIn = async (bucket: BucketList, list: string): Promise<{ missing: number; first: string }> => {
  const bucketFiles = bucket()[Symbol.asyncIterator]()
  let current = await bucketFiles.next()
  let [missing, first] = [0, '']
  for await (const line of readLines(list)) {
    const { key, size } = Line.parse(line)
    while (!current.done && current.value.key < key) current = await bucketFiles.next()
    if (!current.done && current.value.key === key && current.value.size === size) continue
    missing++
    first ||= key
  }
  return { missing, first }
}
