import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { acceptedLimit } from '../../backend/http/accepted-limit.ts'

/** A limit of two a minute, at a time that is set by hand. */
const given = () => {
  let time = 0
  const { preHandler, onResponse } = acceptedLimit(2, () => time)
  const ask = async (userId: string) => {
    const request = { session: { userId } } as FastifyRequest
    await preHandler(request)
    return { answer: (statusCode: number) => onResponse(request, { statusCode } as FastifyReply) }
  }
  const at = (seconds: number) => {
    time = seconds * 1000
  }
  return { ask, at }
}

describe('a limit of what is accepted', () => {
  it('lets as many through as it says, by the minute and by person, and says when to come back', async () => {
    const { ask, at } = given()
    await ask('ines')
    at(20)
    await ask('ines')
    await expect(ask('ines')).rejects.toMatchObject({ code: 'too_many_requests', facts: { seconds: 40 } })
    await ask('mara')
    at(60)
    await ask('ines')
  })

  it('gives back what was refused, and nothing to a minute that it was not taken from', async () => {
    const { ask, at } = given()
    const [one, two] = [await ask('ines'), await ask('ines')]
    await one.answer(402)
    await ask('ines')
    await expect(ask('ines')).rejects.toThrow()
    at(61)
    await ask('ines')
    await two.answer(500)
    await ask('ines')
    await expect(ask('ines')).rejects.toThrow()
  })
})
