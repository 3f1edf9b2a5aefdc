/** The start is refused for a reason that a person can mend: the message is all they see, without a stack. */
export class CannotStart extends Error {}
