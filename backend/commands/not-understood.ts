/** A newer version wrote to this stream what this one has no rule for: what it would decide here, it would decide on a wrong state. */
export class EventNotUnderstood extends Error {
  constructor(stream: string, type: string) {
    super(
      `${stream} has an event of the type ${type}, which this version does not know: a newer one writes to this log`,
    )
  }
}
