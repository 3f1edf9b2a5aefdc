const uploadProblems = [
  'picture_too_large',
  'picture_type',
  'picture_animated',
  'picture_dimensions',
  'picture_broken',
] as const
/** Reason for which an upload was rejected. */
type UploadProblem = (typeof uploadProblems)[number]

export const isUploadProblem = (code: string): code is UploadProblem =>
  (uploadProblems as readonly string[]).includes(code)

/** A rejected upload; `message` is for its sender. */
export class ImageRejected extends Error {
  readonly code: UploadProblem
  constructor(code: UploadProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export const pictureTooLarge = (maxBytes: number) =>
  new ImageRejected(
    'picture_too_large',
    `This file is too large. At most ${Math.floor(maxBytes / 1024 / 1024)} MB can be uploaded.`,
  )
