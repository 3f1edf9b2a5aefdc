import type { Subject } from './subject.ts'

/** Position and size of a thing on the table, and the thing itself. */
export interface Site {
  x: number
  /** y of its foot. */
  foot: number
  /** Height of a tall thing, in pixels. */
  size: number
  subject: Subject
}
