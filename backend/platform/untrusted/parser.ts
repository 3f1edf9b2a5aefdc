/** What a parser answers: a value that can be cloned, as JSON where it runs in the child process, and bytes next to it. */
export interface Parsed<Value> {
  value: Value
  bytes?: Buffer | undefined
}

/** Reads what a user sent. An error with a `code` reaches the caller as `ParserRefusal`, any other as `ParserFault`. */
export type Parse<Options, Value> = (
  bytes: Buffer,
  options: Options,
  report: ReportProgress,
  send: SendPiece,
) => Parsed<Value> | Promise<Parsed<Value>>

/** Long work reports how far it is, from 0 to 1, and what it does. Only the child process passes it on. */
export interface WorkProgress {
  share: number
  stage: string
}
export type ReportProgress = (progress: WorkProgress) => void

/** Sends bytes ahead of the answer, so that a large result is nowhere in memory as a whole. Resolves when more may follow. Only the child process passes them on. */
export type SendPiece = (bytes: Uint8Array) => Promise<void>

/** A row of the table of parsers. */
export interface Parser<Options, Value> {
  /** Imports the parser where it runs, so that its libraries are loaded nowhere else. */
  load(): Promise<Parse<Options, Value>>
  /** A thread is quick to start and its JavaScript heap is limited. Whatever allocates buffers, WASM or native memory needs the child process. */
  runsIn: 'thread' | 'process'
  /** Milliseconds from the start of its work; waiting for its turn does not count. */
  deadlineMs: number
  /** Megabytes: of the thread's heap, or of all memory of the child process. */
  memoryMb: number
  /** Whether an abort also ends work that has begun, at the cost of the child process. Long work sets it. */
  stopsOnAbort?: true
}

// biome-ignore lint/suspicious/noExplicitAny: each row has types of its own
export type ParserTable = Readonly<Record<string, Parser<any, any>>>
export type OptionsOf<Row> = Row extends Parser<infer Options, unknown> ? Options : never
export type ValueOf<Row> = Row extends Parser<never, infer Value> ? Value : never

/** Facts of a refusal cross between threads and processes without their class. */
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

/** The parser failed on the input: its fault, though only this input shows it. */
export class ParserFault extends Error {}

/** No parser could be started. The input is not at fault. */
export class ParserUnavailable extends Error {}

/** The parser was stopped: at its deadline, at its limit of memory, or because it brought down what it ran in. */
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
