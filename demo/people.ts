import type { Plan } from '#domain/entitlements.ts'

/** The members of the demo campaign. `gift` is the number of credits granted in addition to those of every new account. */
export const demoPeople = {
  Ines: { role: 'OWNER', plan: 'PRO', gift: 500 },
  Tomasz: { role: 'DM', plan: 'PRO', gift: 200 },
  Petra: { role: 'PLAYER', plan: 'BASIC', gift: 50 },
  Idris: { role: 'PLAYER', plan: 'FREE', gift: 0 },
  Wren: { role: 'PLAYER', plan: 'FREE', gift: 0 },
} as const satisfies Record<string, { role: 'OWNER' | 'DM' | 'PLAYER'; plan: Plan; gift: number }>

export type DemoPerson = keyof typeof demoPeople

/** The owner first: on an empty installation the first account is its admin. */
export const demoNames = Object.keys(demoPeople) as DemoPerson[]

export const isDemoPerson = (name: string): name is DemoPerson => name in demoPeople

/** The auditor, who reads the audit screens and is a member of no campaign. */
export const demoAuditor = 'Odile'

/** `example.org` is reserved for examples, so no mail can reach a real person. */
export const emailOf = (name: DemoPerson | typeof demoAuditor): string => `${name.toLowerCase()}@example.org`
