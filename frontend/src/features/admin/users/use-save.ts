import { useRef, useState } from 'react'
import { newId } from '../../../base/ids.ts'
import { messageOf } from '../../../base/problem.ts'
import {
  useAddCreditsMutation,
  useChangeEmailMutation,
  useChangePlanMutation,
  useChangeTierMutation,
  useGiveAccessMutation,
  useRemoveCreditsMutation,
  useSetRoleMutation,
} from '../../../data/users.ts'
import { toast } from '../../../ui/toast.ts'
import type { UserChanges } from './changes.ts'

/** Sends the changed parts as concurrent requests. Resolves to the saved parts, so that the form does not send them again. */
export const useSave = () => {
  const [setRole] = useSetRoleMutation()
  const [changePlan] = useChangePlanMutation()
  const [changeTier] = useChangeTierMutation()
  const [giveAccess] = useGiveAccessMutation()
  const [changeEmail] = useChangeEmailMutation()
  const [addCredits] = useAddCreditsMutation()
  const [removeCredits] = useRemoveCreditsMutation()
  const [isSaving, setSaving] = useState(false)
  const creditsAct = useRef({ what: '', key: '' })

  /** Returns the idempotency key of a change of credits: a retry of the same change reuses its key, another change gets a new one. */
  const keyOf = (part: object) => {
    const what = JSON.stringify(part)
    if (creditsAct.current.what !== what) creditsAct.current = { what, key: newId() }
    return creditsAct.current.key
  }

  const save = async (changes: UserChanges): Promise<Set<keyof UserChanges>> => {
    const { email, loreloomTier, minisTier, access, role, plan, credits, removal } = changes
    const parts: [keyof UserChanges, Promise<unknown>][] = []
    if (email) parts.push(['email', changeEmail(email).unwrap()])
    if (loreloomTier) parts.push(['loreloomTier', changeTier(loreloomTier).unwrap()])
    if (minisTier) parts.push(['minisTier', changeTier(minisTier).unwrap()])
    if (access) parts.push(['access', giveAccess(access).unwrap()])
    if (role) parts.push(['role', setRole(role).unwrap()])
    if (plan) parts.push(['plan', changePlan(plan).unwrap()])
    if (credits) parts.push(['credits', addCredits({ ...credits, key: keyOf({ credits }) }).unwrap()])
    if (removal) parts.push(['removal', removeCredits({ ...removal, key: keyOf({ removal }) }).unwrap()])

    setSaving(true)
    const results = await Promise.allSettled(parts.map(([, work]) => work))
    setSaving(false)

    const saved = new Set<keyof UserChanges>()
    results.forEach((result, i) => {
      const part = parts[i]?.[0]
      if (result.status === 'rejected')
        toast.error(
          messageOf(result.reason, part === 'email' ? 'Failed to update user email' : 'Failed to update user'),
        )
      else if (part) saved.add(part)
    })
    if (saved.has('credits') || saved.has('removal')) creditsAct.current = { what: '', key: '' }
    if (saved.size === parts.length) toast.success('User updated successfully')
    return saved
  }

  return { save, isSaving }
}
