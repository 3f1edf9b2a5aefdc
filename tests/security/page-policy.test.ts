import { expect, test } from 'vitest'
import { pageCsp } from '../../backend/http/csp.ts'
import { stripeHosts } from '../../backend/providers/payments/stripe-hosts.ts'

const directive = (policy: string, name: string) => policy.split('; ').find((each) => each.startsWith(`${name} `)) ?? ''

test('pages load nothing of anybody else, and of Stripe only where it is configured', () => {
  const without = pageCsp('abc')
  expect(without).not.toMatch(/https?:/)
  expect(directive(without, 'frame-src')).toBe("frame-src 'none'")
  const policy = pageCsp('abc', stripeHosts)
  for (const name of ['script-src', 'frame-src', 'connect-src', 'img-src'])
    expect(directive(policy, name), name).toMatch(/https:\/\/(\*|js|api)\.stripe\.com/)
  expect(directive(policy, 'script-src')).toContain("'nonce-abc'")
  expect(policy.match(/https:/g)).toHaveLength(7)
  expect(directive(policy, 'style-src-elem')).not.toMatch(/https:/)
})
