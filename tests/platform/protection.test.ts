import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readProtection } from '../../backend/platform/protection.ts'
import { certificateFiles, selfSigned } from '../certificates.ts'

/** Who may call an event store of its own: what its options mean, and what is said of those that cannot be used. */
const { folder, cert, key } = certificateFiles()
const file = (name: string, content: string) => {
  writeFileSync(path.join(folder, name), content)
  return path.join(folder, name)
}
const passwordFile = file('password', 'a secret: of ours\n')
const nobody = { insecure: false, user: undefined, passwordFile: undefined, cert: undefined, key: undefined }
const somebody = { host: '0.0.0.0', insecure: false, user: 'loreloom', passwordFile, cert, key }

test('files are read as they are, the end of the password’s line left out', () => {
  const texts = { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
  expect(readProtection(somebody)).toEqual({ user: 'loreloom', password: 'a secret: of ours', ...texts })
})

test.each(['127.0.0.1', '127.8.9.1', '::1', 'localhost'])('%s is this machine: anybody on it may', (host) => {
  expect(readProtection({ host, ...nobody })).toBeUndefined()
})

test.each(['0.0.0.0', '::', '', '192.168.1.2', '127.1', 'localhost.example.org'])(
  '%j may be more, and is not listened on without users unless that is meant',
  (host) => {
    expect(() => readProtection({ host, ...nobody })).toThrow(/would let whoever .*--user.* --insecure/)
    expect(readProtection({ host, ...nobody, insecure: true })).toBeUndefined()
  },
)

test.each([
  [{ key: undefined }, '--key must be given too: clients send a user and a password over TLS alone.'],
  [{ user: undefined, cert: undefined }, '--user and --cert must be given too'],
  [{ insecure: true }, '--insecure means nobody is asked who they are'],
  [{ user: '' }, '--user takes a name without a colon.'],
  [{ user: 'a:b' }, '--user takes a name without a colon.'],
  [{ passwordFile: '/nowhere/password' }, '--password-file /nowhere/password cannot be read: there is no such file.'],
  [{ passwordFile: file('empty', '\n') }, 'empty must hold one line, the password.'],
  [{ passwordFile: file('lines', 'one\ntwo\n') }, 'lines must hold one line, the password.'],
  [{ cert: '/nowhere/cert.pem' }, '--cert /nowhere/cert.pem cannot be read: there is no such file.'],
  [{ cert: folder }, 'cannot be read: it is a folder.'],
  [{ cert: key }, 'key.pem holds no certificate in PEM.'],
  [{ cert: file('cut.pem', readFileSync(cert, 'utf8').replace(/.{40}/, '')) }, 'cut.pem holds no certificate in PEM.'],
  [{ key: cert }, 'cert.pem holds no private key in PEM that can be read without a passphrase.'],
  [{ key: file('other.pem', selfSigned().key) }, 'other.pem is not the key of --cert'],
])('%j is answered with what is wrong', (changed, sentence) => {
  expect(() => readProtection({ ...somebody, ...changed })).toThrow(sentence)
})

test('a certificate is used while it is valid, its issuers as well', () => {
  const noon = new Date('2030-01-01T12:00:00Z')
  const evening = new Date('2030-01-01T18:00:00Z')
  const pair = certificateFiles(selfSigned({ from: noon, to: evening }))
  const at = (time: string, more = {}) => readProtection({ ...somebody, ...pair, ...more }, Date.parse(time))
  expect(() => at('2030-01-01T11:59:59Z')).toThrow('cert.pem is not valid before 2030-01-01T12:00:00.000Z.')
  expect(at('2030-01-01T12:00:00Z')).toBeDefined()
  expect(() => at('2030-01-01T18:00:00Z')).toThrow('cert.pem expired at 2030-01-01T18:00:00.000Z: get a new one.')
  const issuer = selfSigned({ from: noon, to: new Date('2030-01-01T13:00:00Z') })
  const chain = file('chain.pem', readFileSync(pair.cert, 'utf8') + issuer.cert)
  expect(at('2030-01-01T12:30:00Z', { cert: chain })).toBeDefined()
  expect(() => at('2030-01-01T14:00:00Z', { cert: chain })).toThrow('chain.pem expired at 2030-01-01T13')
})
