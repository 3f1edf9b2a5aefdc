import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FaultOptions, FaultReport } from './fault.ts'

/** What one part of a fault found: a row of its table. */
export interface Found {
  row: (string | number)[]
  problems: readonly string[]
}

/** Runs a fault's parts one after the other, each in a folder of its own. One that breaks off is a problem; the others still run. */
export async function inParts<Part>(
  parts: Readonly<Record<string, Part>>,
  { only, dir, tell }: Pick<FaultOptions, 'only' | 'dir' | 'tell'>,
  run: (part: Part, place: string) => Promise<Found>,
): Promise<Pick<FaultReport, 'rows' | 'problems'>> {
  const rows: (string | number)[][] = []
  const problems: string[] = []
  for (const [name, part] of Object.entries(parts)) {
    if (only.length > 0 && !only.includes(name)) continue
    const place = join(dir, name)
    mkdirSync(place)
    try {
      const found = await run(part, place)
      rows.push([...found.row, found.problems.length === 0 ? 'hold' : 'FAIL'])
      problems.push(...found.problems.map((problem) => `${name}: ${problem}`))
    } catch (error) {
      tell(
        error instanceof Error
          ? `${error.stack}\n${error.cause instanceof Error ? error.cause.stack : ''}`
          : String(error),
      )
      problems.push(
        `${name} broke off: ${error instanceof Error && error.cause instanceof Error ? error.cause.message : error}`,
      )
    }
  }
  return { rows, problems }
}
