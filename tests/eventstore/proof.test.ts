import { expect, test } from 'vitest'
import { createProof } from '../../eventstore/proof.ts'

const counted = (outcomes: (Error | undefined)[]) => {
  let asked = 0
  return {
    asked: () => asked,
    async check() {
      const outcome = outcomes[Math.min(asked++, outcomes.length - 1)]
      if (outcome) throw outcome
    },
  }
}

test('nothing is checked while the store was never out of reach', async () => {
  const proof = createProof()
  const { check, asked } = counted([undefined])
  proof.guard(check)
  await proof.proven()
  expect(asked()).toBe(0)
})

test('a store that was out of reach is checked once, for all who ask', async () => {
  const proof = createProof()
  const { check, asked } = counted([undefined])
  proof.guard(check)
  proof.lost()
  await Promise.all([proof.proven(), proof.proven(), proof.proven()])
  await proof.proven()
  expect(asked()).toBe(1)
})

test('one that is another answers nobody, until it is the same again', async () => {
  const proof = createProof()
  const { check, asked } = counted([new Error('another'), new Error('another'), undefined])
  proof.guard(check)
  proof.lost()
  await expect(proof.proven()).rejects.toThrow('another')
  await expect(proof.proven()).rejects.toThrow('another')
  await proof.proven()
  expect(asked()).toBe(3)
})

test('one that is lost while it is checked is checked once more', async () => {
  const proof = createProof()
  let asked = 0
  proof.guard(async () => {
    if (asked++ === 0) proof.lost()
  })
  proof.lost()
  await proof.proven()
  expect(asked).toBe(2)
})
