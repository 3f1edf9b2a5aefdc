import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { Dependency } from '../../platform/dependency.ts'
import { type Mailer, MailUncertain } from '../mail.ts'
import { smtpDependency } from './smtp-trouble.ts'

/** `url` as in `smtps://user:password@mail.example.org` (or `smtp:`, which upgrades by STARTTLS); `from` as in `Loreloom <post@example.org>`. */
export function smtp({ url, from }: { url: string; from: string }): Mailer & { dependency: Dependency; close(): void } {
  const transport = createTransport(
    {
      url,
      // the defaults wait for minutes; the job tries again
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      // a mail is words: nothing in it may make the server read a file or fetch an address
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  const host = /@([^\s>]+)/.exec(from)?.[1] ?? 'loreloom'
  /** Ids of mails whose words the server is being given. */
  const given = new Set<string>()
  transport.use('stream', ({ data, message }, done) => {
    // The body is read once the server has accepted the recipient: a mail lost before was certainly not accepted.
    message.processFunc((words) =>
      words.once('resume', () => {
        if (data.messageId) given.add(data.messageId)
      }),
    )
    done()
  })
  return {
    dependency: smtpDependency(url),
    async send({ to, subject, text, id = randomUUID(), attachments = [] }) {
      const messageId = `<${id}@${host}>`
      try {
        // as an object, so that no address can smuggle in a second one
        await transport.sendMail({
          to: { name: '', address: to },
          subject,
          text,
          messageId,
          attachments: attachments.map(({ name, type, bytes }) => ({
            filename: name,
            contentType: type,
            content: bytes,
          })),
        })
      } catch (error) {
        const isAnswered = error instanceof Error && 'responseCode' in error
        throw given.has(messageId) && !isAnswered
          ? new MailUncertain('The mail server did not answer', { cause: error })
          : error
      } finally {
        given.delete(messageId)
      }
    },
    close: () => transport.close(),
  }
}
