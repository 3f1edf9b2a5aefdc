export interface Mail {
  to: string
  subject: string
  text: string
}

/** Sends mail. Adapters: an outbox table that admins can read (the default), SMTP. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** A name that could be read as an address or as more lines would let strangers write mail in our name. */
export const greeting = (name: string): string =>
  /[\p{C}\p{Zl}\p{Zp}/:@]|\.\w{2}|www/iu.test(name) ? 'Hello' : `Hello ${name}`
