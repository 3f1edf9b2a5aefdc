/**
 * Thrown for an event of a newer version, for which this version has no rule: decisions would be based on a wrong
 * state.
 */
export class EventNotUnderstood extends Error {
  constructor(stream: string, type: string) {
    super(
      `${stream} has an event of the type ${type}, which this version does not know: a newer one writes to this log`,
    )
  }
}
