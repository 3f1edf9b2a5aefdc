import { Rejection } from '#domain/decider.ts'
import type { ArchiveFile } from './archive.ts'
import { type Json, listOf } from './json.ts'
import { importLimits, type ProblemList } from './plan.ts'

const strict = new TextDecoder('utf-8', { fatal: true })
const western = new TextDecoder('windows-1252')
const wide = new TextDecoder('utf-16le')

/** Decodes text; of other encodings than UTF-8, UTF-16 is recognised by its first two bytes. */
export const decodeText = (path: string, bytes: Buffer, problems: ProblemList): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return wide.decode(bytes)
  try {
    return strict.decode(bytes)
  } catch {
    problems.add('changed', path, 'It is not UTF-8. It was read as Western text; look at its accents.')
    return western.decode(bytes)
  }
}

/** Reads a file of text. One that is too large or damaged is reported, and undefined. Throws `archive_too_large`. */
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

/** Files of an archive that a format is recognised by. */
const mostSamples = 10
const mostSampleBytes = 2 ** 20

/** The first records of an archive's JSON: of each file its object, or the first ones of its list. */
export const sampleJson = async (files: readonly ArchiveFile[]): Promise<{ path: string; record: Json }[]> => {
  const all = files.filter(({ path }) => path.endsWith('.json'))
  const some = all.filter(({ size }) => all.length === 1 || size <= mostSampleBytes).slice(0, mostSamples)
  const samples: { path: string; record: Json }[] = []
  for (const { path, read } of some) {
    try {
      const value: unknown = JSON.parse(new TextDecoder().decode(await read()))
      const records = listOf(Array.isArray(value) ? value.slice(0, mostSamples) : [value])
      samples.push(...records.map((record) => ({ path, record })))
    } catch {
      // Damaged files are reported by those who read all of them.
    }
  }
  return samples
}
