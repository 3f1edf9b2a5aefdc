import { Rejection } from '#domain/decider.ts'
import type { ArchiveFile } from './archive.ts'
import { type Json, listOf } from './json.ts'
import { importLimits, type ProblemList } from './plan.ts'

const strict = new TextDecoder('utf-8', { fatal: true })
const western = new TextDecoder('windows-1252')
const wide = { little: new TextDecoder('utf-16le'), big: new TextDecoder('utf-16be') }

/** Decodes UTF-16 by its byte order mark; undefined without one. */
const decodeWide = (bytes: Buffer): string | undefined => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return wide.little.decode(bytes)
  return bytes[0] === 0xfe && bytes[1] === 0xff ? wide.big.decode(bytes) : undefined
}

/** Decodes UTF-16 with a byte order mark, UTF-8, and any other bytes as Windows-1252, which is reported. */
export const decodeText = (path: string, bytes: Buffer, problems: ProblemList): string => {
  try {
    return decodeWide(bytes) ?? strict.decode(bytes)
  } catch {
    problems.add('changed', path, 'It is not UTF-8. It was read as Western text; look at its accents.')
    return western.decode(bytes)
  }
}

/** Reads a text file. Reports a file that is too large or damaged, and returns undefined. Throws `archive_too_large`. */
export const loadText = async (
  file: ArchiveFile,
  problems: ProblemList,
  mostBytes: number = importLimits.pageBytes,
): Promise<string | undefined> => {
  if (file.size > mostBytes) {
    problems.add('left', file.path, `It is larger than ${Math.floor(mostBytes / 2 ** 20)} MB.`)
    return undefined
  }
  const bytes = await file.read().catch((error: unknown) => {
    if (error instanceof Rejection) throw error
    problems.add('left', file.path, 'It is damaged.')
    return undefined
  })
  return bytes && decodeText(file.path, bytes, problems)
}

/** Number of files by which the format of an archive is recognised, and of records of each. */
const mostSamples = 10
const mostSampleBytes = 2 ** 20

/** Returns the first records of an archive's JSON files: the object of a file, or the first ones of its list. */
export const sampleJson = async (files: readonly ArchiveFile[]): Promise<{ path: string; record: Json }[]> => {
  const all = files.filter(({ path }) => path.endsWith('.json'))
  const some = all.filter(({ size }) => all.length === 1 || size <= mostSampleBytes).slice(0, mostSamples)
  const samples: { path: string; record: Json }[] = []
  for (const { path, read } of some) {
    try {
      const bytes = await read()
      const value: unknown = JSON.parse(decodeWide(bytes) ?? new TextDecoder().decode(bytes))
      const records = listOf(Array.isArray(value) ? value.slice(0, mostSamples) : [value])
      samples.push(...records.map((record) => ({ path, record })))
    } catch {
      // Damaged files are reported by the code that reads all files.
    }
  }
  return samples
}
