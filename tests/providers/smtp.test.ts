import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smtp } from '../../backend/providers/mail/smtp.ts'
import { MailUncertain } from '../../backend/providers/mail.ts'

const received: { from: string; to: string[]; user: string | undefined; message: string }[] = []
let server: SMTPServer
let mailer: ReturnType<typeof smtp>
let port: number
const sockets = new Set<Socket>()
let cutsAtMailFrom = false
const cut = () => {
  for (const socket of sockets) socket.destroy()
}

beforeAll(async () => {
  server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: true,
    onAuth: ({ username, password }, _, done) =>
      password === 'p:w' ? done(null, { user: username ?? '' }) : done(new Error('Invalid username or password')),
    onMailFrom: (_address, _session, done) => (cutsAtMailFrom ? cut() : done()),
    onRcptTo: ({ address }, _, done) => (address.startsWith('nobody@') ? done(new Error('No such mailbox')) : done()),
    onData: (stream, { envelope, user }, done) => {
      if (envelope.rcptTo.some(({ address }) => address.startsWith('lost@'))) return void stream.once('data', cut)
      void text(stream).then((message) => {
        const { mailFrom, rcptTo } = envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          user: user || undefined,
          message,
        })
        done()
      }, done)
    },
  })
  server.server.on('connection', (socket: Socket) => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  port = (server.server.address() as AddressInfo).port
  mailer = smtp({ url: `smtp://post:p%3Aw@127.0.0.1:${port}`, from: 'Loreloom <post@loreloom.example>' })
})
afterAll(async () => {
  mailer.close()
  await new Promise<void>((done) => server.close(done))
})

test('a mail arrives as it was written', async () => {
  await mailer.send({
    to: 'ada@example.org',
    subject: 'Reset your password – now',
    text: 'Dear Ada,\nhttps://loreloom.example/reset?token=a=b\n',
  })
  const mail = received.at(-1)
  expect(mail).toMatchObject({ from: 'post@loreloom.example', to: ['ada@example.org'], user: 'post' })
  expect(mail?.message).toMatch(/^From: Loreloom <post@loreloom.example>\r$/m)
  expect(mail?.message).toMatch(/^To: ada@example.org\r$/m)
  expect(mail?.message).toMatch(/^Subject: =\?UTF-8\?/m)
  expect(mail?.message).toContain(
    'https://loreloom.example/reset?token=a=b'.replaceAll(
      '=',
      mail?.message.includes('quoted-printable') ? '=3D' : '=',
    ),
  )
})

test('an attached file arrives with its name and type', async () => {
  const attachments = [{ name: 'receipt-R-2026-000001.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7') }]
  await mailer.send({ to: 'ada@example.org', subject: 'Receipt', text: 'Attached.', attachments })
  const { message = '' } = received.at(-1) ?? {}
  expect(message).toContain('Content-Type: application/pdf; name=receipt-R-2026-000001.pdf')
  expect(message).toContain(Buffer.from('%PDF-1.7').toString('base64'))
})

test('a subject cannot add a header, and an address cannot add a recipient', async () => {
  await mailer.send({ to: 'ada@example.org', subject: 'Hello\r\nBcc: eve@example.org', text: 'x' })
  expect(received.at(-1)?.to).toEqual(['ada@example.org'])
  expect(received.at(-1)?.message).not.toMatch(/^Bcc:/m)
  await mailer.send({ to: 'ada@example.org, eve@example.org', subject: 'x', text: 'x' }).catch(() => undefined)
  expect(received.flatMap(({ to }) => to)).not.toContain('eve@example.org')
})

test('a mail that the server does not take is an error', async () => {
  await expect(mailer.send({ to: 'nobody@example.org', subject: 'x', text: 'x' })).rejects.toThrow('No such mailbox')
})

test('a wrong password is an error that does not show it', async () => {
  const wrong = smtp({ url: `smtp://post:secret@127.0.0.1:${port}`, from: 'post@loreloom.example' })
  const error = await wrong.send({ to: 'ada@example.org', subject: 'x', text: 'x' }).catch((error: unknown) => error)
  wrong.close()
  expect(error).toMatchObject({ code: 'EAUTH' })
  expect(String(error)).not.toContain('secret')
})

test('a mail with an id is the same mail each time, which who receives it can tell', async () => {
  const id = '0198c0de-0000-7000-8000-000000000001'
  for (let n = 0; n < 2; n++) await mailer.send({ to: 'ada@example.org', subject: 'Your renewal', text: 'x', id })
  const ids = received.slice(-2).map(({ message }) => /^Message-ID: (.*)\r$/im.exec(message)?.[1])
  expect(ids).toEqual([`<${id}@loreloom.example>`, `<${id}@loreloom.example>`])
})

test('a mail whose connection is lost while it is handed over may have been taken; what is refused was not, nor what never got there', async () => {
  const sent = (to: string, by = mailer) => by.send({ to, subject: 'x', text: 'x' }).catch((error: unknown) => error)
  expect(await sent('lost@example.org')).toBeInstanceOf(MailUncertain)
  expect(await sent('nobody@example.org')).not.toBeInstanceOf(MailUncertain)
  cutsAtMailFrom = true
  const early = await sent('ada@example.org').finally(() => {
    cutsAtMailFrom = false
  })
  expect(early).toBeInstanceOf(Error)
  expect(early).not.toBeInstanceOf(MailUncertain)
  const away = smtp({ url: 'smtp://127.0.0.1:9', from: 'post@loreloom.example' })
  expect(await sent('ada@example.org', away)).not.toBeInstanceOf(MailUncertain)
  away.close()
})
