/** Why an upload was not taken; `message` is for the person who sent it. */
type UploadProblem = 'picture_too_large' | 'picture_type' | 'picture_animated' | 'picture_dimensions' | 'picture_broken'

export class ImageRejected extends Error {
  readonly code: UploadProblem
  constructor(code: UploadProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
