/** The result of a parser: a value that can be cloned (in the child process: written as JSON), and bytes next to it. */
export interface Parsed<Value> {
  value: Value
  bytes?: Buffer | undefined
}

/** Parses input from a user. An error with a `code` reaches the caller as `ParserRefusal`, any other as `ParserFault`. */
export type Parse<Options, Value> = (
  bytes: Buffer,
  options: Options,
  report: ReportProgress,
  send: SendPiece,
) => Parsed<Value> | Promise<Parsed<Value>>

/** Progress of long work: the completed share, from 0 to 1, and the current stage. Only the child process passes it on. */
export interface WorkProgress {
  share: number
  stage: string
}
export type ReportProgress = (progress: WorkProgress) => void

/**
 * Sends bytes before the answer, so that a large result is never in memory as a whole. Resolves when more may follow. Only the child
 * process passes them on.
 */
export type SendPiece = (bytes: Uint8Array) => Promise<void>

/** A row of the table of parsers. */
export interface Parser<Options, Value> {
  /** Imports the parser where it runs, so that its libraries are loaded nowhere else. */
  load(): Promise<Parse<Options, Value>>
  /** A thread starts fast, but only its JavaScript heap is limited: use the process to parse with buffers, WASM or native memory. */
  runsIn: 'thread' | 'process'
  /** Milliseconds from the start of its work; waiting for its turn does not count. */
  deadlineMs: number
  /** Megabytes: of the thread's heap, or of all memory of the child process. */
  memoryMb: number
  /** Set for long work: an abort also ends work that has begun, by killing the child process. */
  stopsOnAbort?: true
}

// biome-ignore lint/suspicious/noExplicitAny: each row has types of its own
export type ParserTable = Readonly<Record<string, Parser<any, any>>>
export type OptionsOf<Row> = Row extends Parser<infer Options, unknown> ? Options : never
export type ValueOf<Row> = Row extends Parser<never, infer Value> ? Value : never

/** A refusal as plain data, since an error loses its class between threads and processes. */
export interface Refusal {
  code: string
  message: string
  facts: Readonly<Record<string, string | number>>
}

/** The parser understood the input and refuses it. */
export class ParserRefusal extends Error implements Refusal {
  readonly code: string
  readonly facts: Refusal['facts']
  constructor({ code, message, facts }: Refusal) {
    super(message)
    this.code = code
    this.facts = facts
  }
}

/** The parser failed on the input: a defect of the parser, which other inputs may not show. */
export class ParserFault extends Error {}

/** No parser could be started. The input is not at fault. */
export class ParserUnavailable extends Error {}

/** The parser was stopped: at its deadline, at its memory limit, or because its thread or process crashed. */
export class ParserStopped extends Error {
  readonly reason: 'deadline' | 'memory' | 'crash'
  constructor(reason: ParserStopped['reason'], options?: ErrorOptions) {
    super(`A parser was stopped: ${reason}`, options)
    this.reason = reason
  }
}

export const refusalOf = (error: unknown): Refusal | undefined => {
  const { code, message, facts } = error as Partial<Refusal>
  // Faults of Node and of the system have codes in capitals.
  if (!(error instanceof Error) || typeof code !== 'string' || !/^[a-z_]+$/.test(code)) return undefined
  return { code, message: message ?? '', facts: facts ?? {} }
}

/** The request to a thread or the child process, and its response. */
export interface ParseRequest {
  name: string
  options: unknown
  bytes: Uint8Array
}
export interface ThreadRequest extends ParseRequest {
  /** The address of the module that exports `parsers`. */
  table: string
}
export type ParseAnswer = { value: unknown; bytes?: Uint8Array | undefined } | { refusal: Refusal } | { fault: string }
