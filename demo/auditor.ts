import { Me } from '#domain/me.ts'
import type { Client } from './client.ts'
import { type Cast, keyOf } from './filling.ts'
import { demoAuditor, emailOf } from './people.ts'

/**
 * Somebody who reads the audit screens and plays in nothing. Only an admin makes an auditor: where somebody else is the admin there is none.
 * Answers whether there is.
 */
export async function appointAuditor(client: Client, { Ines }: Cast, password: string): Promise<boolean> {
  if ((await Ines.get('/users/me', Me)).role !== 'admin') return false
  const person = await client.signUp({ name: demoAuditor, email: emailOf(demoAuditor), password })
  const { role } = await person.get('/users/me', Me)
  if (role !== 'user') return role === 'auditor'
  // An auditor could not.
  await person.act(keyOf('onboarded', demoAuditor), 'PATCH', '/users/me', { onboarded: true })
  await Ines.tell('/auth/admin/set-role', {
    userId: person.id,
    role: 'auditor',
    reason: 'To look at the audit screens',
  })
  return true
}
