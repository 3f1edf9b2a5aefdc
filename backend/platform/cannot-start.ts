/** A start that failed for a reason that the operator can fix: they see the message alone, without a stack trace. */
export class CannotStart extends Error {}
