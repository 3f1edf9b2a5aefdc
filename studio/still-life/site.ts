import type { Subject } from './subject.ts'

/** Where a thing stands on the table, and what it is. */
export interface Site {
  x: number
  /** y on which it stands. */
  foot: number
  /** Height of a tall thing, in pixels. */
  size: number
  subject: Subject
}
