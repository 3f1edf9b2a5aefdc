/** A problem with an event store, and its details. */
export type Failure =
  /** A file that the address names. */
  | { cause: 'file'; option: string; file: string; reason: string }
  /** A name, a connection or a certificate: the error says which. */
  | { cause: 'network'; at: string; error: NodeJS.ErrnoException; named?: 'by the cluster' }
  | { cause: 'speaks_tls' | 'speaks_plain' | 'speaks_otherwise'; at: string }
  | { cause: 'no_leader' }
  /** The server's answer about the credentials, or the lack of an answer. */
  | { cause: 'wrong_user' | 'may_not_read' | 'may_not_append' | 'refused'; username: string | undefined; text: string }
  | { cause: 'no_answer'; at: string }

export class StoreFailure extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.cause)
    this.failure = failure
  }
}
