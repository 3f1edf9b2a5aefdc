import type { Attack } from './attack.ts'
import { connections } from './attacks/connections.ts'
import { documents } from './attacks/documents.ts'
import { editing } from './attacks/edits.ts'

/** Every attack of `npm run faults -- abuse`. */
export const attacks: readonly Attack[] = [...documents, ...editing, ...connections]
