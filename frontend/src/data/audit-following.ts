import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useCallback, useEffect, useRef } from 'react'
import { useDispatch } from 'react-redux'
import { api } from '../base/api.ts'
import { codeOf } from '../base/problem.ts'
import { auditApi, ofAccount } from './audit.ts'
import { useLogQuery } from './log.ts'

/**
 * Refreshes the data of an audited account. Auditors receive none of the account's events, so the log position is
 * polled and the account's newest step is fetched when it advances. A newer step, or an expired inspection, invalidates
 * all data of the account. `newest` is the position in the account's own response, which every step changes.
 */
export const useFollowing = (accountId: string, newest: string): void => {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>()
  const { data: log } = useLogQuery()
  const newestPosition = useRef(newest)
  const refetchAll = useCallback(
    () => dispatch(api.util.invalidateTags(ofAccount(undefined, undefined, { accountId }))),
    [dispatch, accountId],
  )
  const advance = useCallback(
    (position: string) => {
      if (BigInt(position) <= BigInt(newestPosition.current)) return
      newestPosition.current = position
      refetchAll()
    },
    [refetchAll],
  )
  useEffect(() => advance(newest), [advance, newest])

  const position = log?.position
  useEffect(() => {
    if (position === undefined || BigInt(position) <= BigInt(newestPosition.current)) return
    const last = { accountId, direction: 'before', limit: 1 } as const
    const request = dispatch(auditApi.endpoints.accountSteps.initiate(last, { subscribe: false, forceRefetch: true }))
    const checkForSteps = async () => {
      const { data, error } = await request
      const step = data?.data[0]
      if (step) advance(step.position)
      else if (codeOf(error) === 'look_first') refetchAll()
    }
    void checkForSteps()
    return () => request.abort()
  }, [dispatch, accountId, position, advance, refetchAll])
}
