import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { Dependency } from '../../platform/dependency.ts'
import { type Mailer, MailUncertain } from '../mail.ts'
import { smtpDependency } from './smtp-trouble.ts'

/**
 * Sends mail by SMTP. `url` as in `smtps://user:password@mail.example.org` (or `smtp:`, which upgrades by STARTTLS); `from` as in
 * `Loreloom <post@example.org>`.
 */
export function smtp({ url, from }: { url: string; from: string }): Mailer & { dependency: Dependency; close(): void } {
  const transport = createTransport(
    {
      url,
      // The default timeouts are minutes; the job retries.
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      // No content of a mail may make this server read a file or fetch an address.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  const host = /@([^\s>]+)/.exec(from)?.[1] ?? 'loreloom'
  /** Ids of mails whose body is being transferred to the mail server. */
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
        // An object instead of a string, so that an address cannot add a second recipient.
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
