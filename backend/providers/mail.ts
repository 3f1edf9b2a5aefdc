/** Kinds of account mails: a link that verifies an address, a link that sets a password, or a notice. */
export type MailKind = 'verification' | 'password-reset' | 'notice'

export interface Attachment {
  name: string
  /** MIME type. */
  type: string
  bytes: Buffer
}

export interface Mail {
  to: string
  subject: string
  text: string
  /** The kind of an account mail; absent for other mails. */
  kind?: MailKind
  /** The account that the mail is about, regardless of its recipient. */
  userId?: string
  /** A UUID of a mail that must not be sent twice: a second mail with the same id counts as the same mail. */
  id?: string
  attachments?: readonly Attachment[]
}

/** The connection was lost during the transfer, so it is unknown whether the server accepted the mail. */
export class MailUncertain extends Error {}

/** Sends mail. Adapters: an outbox table that admins can read (the default), SMTP. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** A mail that is stored instead of sent; `createdAt` is an ISO time. Mails of older versions have neither kind nor account. */
export interface OutboxMail extends Pick<Mail, 'to' | 'subject' | 'text'> {
  id: string
  kind: MailKind | null
  userId: string | null
  /** Names of attached files. The outbox does not store their content. */
  attachments: string[]
  createdAt: string
}

export interface Outbox extends Mailer {
  /** Newest first. */
  list(page: { limit: number; offset: number }): Promise<{ data: OutboxMail[]; total: number }>
  find(id: string): Promise<OutboxMail | undefined>
}

/** Omits a name that contains a link, an address or a line break, with which strangers could send text of their own in our mails. */
export const greeting = (name: string): string =>
  /[\p{C}\p{Zl}\p{Zp}/:@]|\.\w{2}|www/iu.test(name) ? 'Hello' : `Hello ${name}`
