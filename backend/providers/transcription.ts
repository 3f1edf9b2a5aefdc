import type { Readable } from 'node:stream'

/** The port of servers that turn sound into text. Adapters live in `transcription/`. */

/** A stored recording. `size` is in bytes. */
export interface Sound {
  open(): Promise<Readable>
  size: number
  /** Its extension names the format. */
  name: string
  mime: string
}

/** Progress of a transcription: the share of the sound that was sent, and then the server's work on it. */
export type TranscriptionProgress = { stage: 'sending'; share: number } | { stage: 'transcribing' }

/** A transcript as a file of captions, or of plain text if the server returns no times. */
export interface Transcription {
  name: 'recording.vtt' | 'recording.txt'
  text: string
  /** The server and its model, for the members who read the transcript. */
  madeBy: string
}

/**
 * Causes of a failed transcription: timeout; server busy, or unreachable; sound that it cannot read, or that is too large for it;
 * an answer that is no transcript; sound without words; wrong setting.
 */
export const transcriptionFailures = [
  ...(['slow', 'busy', 'unreachable', 'refused', 'too_large', 'unusable', 'silent', 'misconfigured'] as const),
] as const
export type TranscriptionFailure = (typeof transcriptionFailures)[number]

/** A failed transcription. `message` is for the log and quotes nothing of the sound. An abort by the caller stays an AbortError. */
export class TranscriptionError extends Error {
  readonly kind: TranscriptionFailure
  /** In milliseconds, if the server named a delay. */
  readonly retryAfter: number | undefined
  constructor(kind: TranscriptionFailure, message: string, retryAfter?: number) {
    super(message)
    this.kind = kind
    this.retryAfter = retryAfter
  }
}

export interface Transcriber {
  /** The host that receives the sound, for the members who upload it. */
  name: string
  /** Bytes of the largest recording that the server accepts. */
  maxBytes: number
  /** Throws `TranscriptionError`. */
  transcribe(
    sound: Sound,
    options: { signal: AbortSignal; onProgress?: (progress: TranscriptionProgress) => void },
  ): Promise<Transcription>
}
