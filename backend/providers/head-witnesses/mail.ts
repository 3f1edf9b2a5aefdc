import type { HeadWitness } from '../head-witness.ts'
import type { Mailer } from '../mail.ts'

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
