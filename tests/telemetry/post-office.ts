import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A mail server on this machine that knows one user. While it is `full` it takes nothing. */
export const startPostOffice = async (user: string, password: string) => {
  const received: string[] = []
  let full = false
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (given, _, done) =>
      given.password === password ? done(null, { user }) : done(new Error(`Wrong password ${given.password}`)),
    onData: (stream, _, done) =>
      void text(stream).then((mail) => {
        if (full) return done(new Error('The mailbox is full'))
        received.push(mail.replaceAll('=\r\n', '').replaceAll('=3D', '='))
        done()
      }, done),
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    received,
    fill(isFull: boolean) {
      full = isFull
    },
    close: () => new Promise<void>((done) => server.close(done)),
  }
}
