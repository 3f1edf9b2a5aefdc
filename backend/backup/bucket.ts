import { z } from 'zod'
import { readLines } from './lines.ts'
import type { BucketList } from './stage.ts'

const Line = z.object({ key: z.string(), size: z.int() })

/**
 * Number of listed files that a bucket lacks, or has with another size, and the first of them. Buckets list by name, so
 * both lists are read once.
 */
export const missingIn = async (bucket: BucketList, list: string): Promise<{ missing: number; first: string }> => {
  const there = bucket()[Symbol.asyncIterator]()
  let now = await there.next()
  let [missing, first] = [0, '']
  for await (const line of readLines(list)) {
    const { key, size } = Line.parse(line)
    while (!now.done && now.value.key < key) now = await there.next()
    if (!now.done && now.value.key === key && now.value.size === size) continue
    missing++
    first ||= key
  }
  return { missing, first }
}
