import fs from 'node:fs/promises'
import { headsIn } from '../../audit/chain/heads-in-file.ts'
import type { HeadWitness } from '../head-witness.ts'

/** A line of JSON for each head, appended. */
export const fileWitness = (file: string): HeadWitness => ({
  name: file,
  async publish(head) {
    await fs.appendFile(file, `${JSON.stringify(head)}\n`, { mode: 0o600, flush: true })
  },
  storedHeads: () => headsIn(file),
})
