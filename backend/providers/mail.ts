export interface Mail {
  to: string
  subject: string
  text: string
}

/** Sends mail. Adapters: an outbox table that admins can read (the default), SMTP. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}
