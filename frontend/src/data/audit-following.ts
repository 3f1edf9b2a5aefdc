import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useCallback, useEffect, useRef } from 'react'
import { useDispatch } from 'react-redux'
import { api } from '../app/api.ts'
import { codeOf } from '../app/problem.ts'
import { auditApi, ofAccount } from './audit.ts'
import { useLogQuery } from './log.ts'

/**
 * Keeps what is shown of an account as it is now. Who audits is told nothing, so it is asked: each time the views have gone on, which is the
 * account's newest event. Of a later one than before all else is asked for again, as where a look has run out. `newest` is what the
 * account's own answer says, which each step asks for.
 */
export const useFollowing = (accountId: string, newest: string): void => {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>()
  const { data: log } = useLogQuery()
  const known = useRef(newest)
  const askAgain = useCallback(
    () => dispatch(api.util.invalidateTags(ofAccount(undefined, undefined, { accountId }))),
    [dispatch, accountId],
  )
  const learn = useCallback(
    (position: string) => {
      if (BigInt(position) <= BigInt(known.current)) return
      known.current = position
      askAgain()
    },
    [askAgain],
  )
  useEffect(() => learn(newest), [learn, newest])

  const position = log?.position
  useEffect(() => {
    if (position === undefined || BigInt(position) <= BigInt(known.current)) return
    const last = { accountId, direction: 'before', limit: 1 } as const
    const asked = dispatch(auditApi.endpoints.accountSteps.initiate(last, { subscribe: false, forceRefetch: true }))
    const ask = async () => {
      const { data, error } = await asked
      const step = data?.data[0]
      if (step) learn(step.position)
      else if (codeOf(error) === 'look_first') askAgain()
    }
    void ask()
    return () => asked.abort()
  }, [dispatch, accountId, position, learn, askAgain])
}
