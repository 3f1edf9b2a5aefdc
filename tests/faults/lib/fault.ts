/** What a run was asked for; a fault takes of it what concerns it. */
export interface FaultOptions {
  /** How often each of its harms is done. Its own number when undefined. */
  rounds?: number | undefined
  /** How long a harm lasts, in seconds. Its own number when undefined. */
  seconds?: number | undefined
  /** How many people or tabs there are. Its own number when undefined. */
  people?: number | undefined
  /** A smoke run: how long things take, and what they weigh, is not judged. */
  quick: boolean
  /** The same seed chooses the same commands and moments. */
  seed: number
  /** Only these of the fault's parts; all when empty. */
  only: readonly string[]
  /** An empty folder that is removed afterwards. */
  dir: string
  /** Says how it goes, as it goes. */
  tell(line: string): void
}

/** What a fault found. It passes when there are no `problems`. */
export interface FaultReport {
  columns: readonly string[]
  rows: readonly (readonly (string | number)[])[]
  /** Sentences that belong below the table. */
  notes: readonly string[]
  problems: readonly string[]
}

/** A fault is the default export of `tests/faults/<name>.ts`, and is found by that name. */
export interface Fault {
  /** One sentence: what is done to the program, and what must hold. */
  about: string
  /** Its smallest form, which shows that it still runs: part of the tests. */
  smallest: Partial<Pick<FaultOptions, 'rounds' | 'seconds' | 'people' | 'only'>>
  run(options: FaultOptions): Promise<FaultReport>
}

export const markdown = ({ columns, rows }: Pick<FaultReport, 'columns' | 'rows'>): string =>
  [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
