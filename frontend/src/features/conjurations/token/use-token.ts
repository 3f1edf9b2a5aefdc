import { useCallback, useEffect, useState } from 'react'
import type { TokenLook } from '#domain/tokens.ts'
import type { ImageRow } from '#projections/images.ts'
import { messageOf } from '../../../base/problem.ts'
import { useGenerateTokenMutation } from '../../../data/images.ts'

const failed = 'Failed to generate token. Please try again.'

/**
 * The look of an image's token: the last one, or the server's suggestion, with the user's changes. `make` resolves to
 * the token's URI, or null after a failure, with `problem` as the reason.
 */
export const useToken = ({ id, token }: Pick<ImageRow, 'id' | 'token'>) => {
  const [look, setLook] = useState<TokenLook | null>(token)
  const [problem, setProblem] = useState<string | null>(null)
  const [generate, { isLoading }] = useGenerateTokenMutation()

  const make = useCallback(
    async (wanted?: TokenLook): Promise<string | null> => {
      setProblem(null)
      const { data, error } = await generate({ id, ...(wanted && { look: wanted }) })
      if (error) setProblem(messageOf(error, failed))
      else if (!wanted) setLook(data.token)
      return data?.tokenUri ?? null
    },
    [generate, id],
  )
  const suggest = useCallback(() => void make(), [make])
  const isUnknown = look === null
  useEffect(() => {
    if (isUnknown) suggest()
  }, [isUnknown, suggest])

  return { look, setLook, problem, isMaking: isLoading, make, suggest }
}
