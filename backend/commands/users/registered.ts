import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { users } from '#domain/users.ts'
import type { Dispatcher } from '../dispatch.ts'

/** An admin's reason for changing a user's account. */
export const reason = z.string('Please provide a reason').trim().min(1, 'Please provide a reason').max(400)

/** Returns the current state of an account. Throws `user_not_found`. */
export const registered = async ({ stateOf }: Pick<Dispatcher, 'stateOf'>, userId: string) => {
  const user = await stateOf(users, userId)
  if (!user.registered) throw new Rejection('user_not_found')
  return user
}
