import fs from 'node:fs/promises'
import { headsIn } from '../audit/chain/heads-in-file.ts'
import type { HeadWitness } from './head-witness.ts'
import type { Mailer } from './mail.ts'

/** Appends each head to a file as a line of JSON. */
export const fileWitness = (file: string): HeadWitness => ({
  name: file,
  async publish(head) {
    await fs.appendFile(file, `${JSON.stringify(head)}\n`, { mode: 0o600, flush: true })
  },
  storedHeads: () => headsIn(file),
})

/** Mails each head to a recipient who archives it. */
export const mailWitness = (mailer: Pick<Mailer, 'send'>, to: string): HeadWitness => ({
  name: to,
  publish: (head) =>
    mailer.send({
      to,
      subject: `The chain of ${head.at.slice(0, 10)}: ${head.length} links`,
      text: `Keep this: whoever alters an older event later cannot alter this mail.\n\n${JSON.stringify(head)}\n`,
    }),
})

/** Posts each head as JSON. Throws unless the response is 2xx. */
export const urlWitness = (url: string): HeadWitness => ({
  name: new URL(url).host,
  async publish(head) {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(head),
      redirect: 'error',
      signal: AbortSignal.timeout(30_000),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`The keeper of heads answered ${answer.status}`)
  },
})
