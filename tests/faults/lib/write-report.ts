import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { type FaultReport, markdown } from './fault.ts'

const file = join(import.meta.dirname, '../../../docs/reliability.md')

interface Written {
  name: string
  report: FaultReport
  command: string
  commit: string
}

/** Puts a report between its marks in `docs/reliability.md`, with when, where and by which command it came to be. */
export function writeReport({ name, report, command, commit }: Written): void {
  const text = readFileSync(file, 'utf8')
  const [begin, end] = [`<!-- faults ${name} -->`, `<!-- /faults ${name} -->`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/reliability.md has no place for ${name}: ${begin} and ${end}`)
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB`
  const when = new Date().toISOString().slice(0, 10)
  const verdict =
    report.problems.length === 0 ? 'Every check held.' : report.problems.map((each) => `- ✗ ${each}`).join('\n')
  const parts = [
    begin,
    `\`${command}\` · ${when} · ${commit} · ${machine}`,
    markdown(report),
    ...report.notes,
    verdict,
    end,
  ]
  writeFileSync(file, text.slice(0, from) + parts.join('\n\n') + text.slice(to + end.length))
}
