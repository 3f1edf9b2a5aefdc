import { expect, test } from 'vitest'
import { fetchLink, isPublicAddress, LinkRefused } from '../../backend/providers/public-link.ts'
import { serve } from '../vendors/serve.ts'

const limits = { maxBytes: 1000, signal: new AbortController().signal }

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['172.31.255.255', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['224.0.0.1', false],
  ['::1', false],
  ['::', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:8.8.8.8', true],
  ['fe80::1', false],
  ['fd12::1', false],
  ['64:ff9b::a00:1', false],
  ['not an address', false],
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})

test('redirects are followed within the vendor, and nowhere else', async () => {
  const inside = await serve(() => new Response('the secret of the inside'))
  const vendor = await serve((request) => {
    const { pathname, origin } = new URL(request.url)
    const to = { '/away': `${inside.url}/secret`, '/here': `${origin}/file`, '/round': `${origin}/round` }[pathname]
    return to ? new Response(null, { status: 302, headers: { location: to } }) : new Response('a file')
  })
  try {
    const get = (path: string) => fetchLink(`${vendor.url}${path}`, { ...limits, origin: vendor.url })
    expect(String(await get('/here'))).toBe('a file')
    await expect(get('/away')).rejects.toBeInstanceOf(LinkRefused)
    await expect(get('/round')).rejects.toBeInstanceOf(LinkRefused)
  } finally {
    await vendor.close()
    await inside.close()
  }
})

test('a name that resolves to this machine is refused before anything is sent', async () => {
  await expect(fetchLink('https://localhost/', { ...limits, origin: 'https://vendor.example' })).rejects.toBeInstanceOf(
    LinkRefused,
  )
})
