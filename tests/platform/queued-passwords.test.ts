import { expect, test } from 'vitest'
import { queuedPasswords } from '../../backend/auth/queued-passwords.ts'

test('passwords are hashed one at a time, and refused while too many wait', async () => {
  let running = 0
  let most = 0
  const gate = Promise.withResolvers<void>()
  const work = async () => {
    most = Math.max(most, ++running)
    await gate.promise
    running--
  }
  const { hash, verify } = queuedPasswords(
    { hash: (password) => work().then(() => `#${password}`), verify: () => work().then(() => true) },
    2,
  )
  const first = [hash('a'), verify({ hash: '#b', password: 'b' }), hash('c')]
  await expect(hash('d')).rejects.toMatchObject({ statusCode: 503, body: { code: 'BUSY' } })
  gate.resolve()
  expect(await Promise.all(first)).toEqual(['#a', true, '#c'])
  expect(most).toBe(1)
  expect(await hash('d')).toBe('#d')
})
