import { Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { Plan, UserRole } from '#domain/entitlements.ts'
import type { AdminUser } from '#domain/me.ts'
import type { FormErrors, UserForm } from './changes.ts'
import { tierName } from './Details.tsx'
import classes from './edit-user.module.css'

interface Props {
  user: AdminUser
  form: UserForm
  errors: FormErrors
  /** Whether the plan, its date or the credits differ from what they are: only then is a reason asked for. */
  isPlanChanged: boolean
  isSelf: boolean
  onChange: (change: Partial<UserForm>) => void
}

const names: Record<string, string> = {
  FREE: 'Free',
  BASIC: 'Basic',
  PRO: 'Pro',
  user: 'User',
  auditor: 'Auditor',
  admin: 'Admin',
}
const choices = (values: readonly string[]) => values.map((value) => ({ value, label: names[value] ?? value }))

/** Who it is, to read, and what can be changed; nothing is until Save. */
export const Overview = ({ user, form, errors, isPlanChanged, isSelf, onChange }: Props) => (
  <div className={classes.form}>
    <TextInput label="Email" readOnly value={user.email} />
    <Pair>
      <TextInput label="Loreloom tier" readOnly value={tierName(user.loreloomKickstarterTier)} />
      <TextInput label="Minis tier" readOnly value={tierName(user.minisKickstarterTier)} />
    </Pair>
    <Select
      label="Role"
      data={choices(UserRole.options)}
      value={form.role}
      allowDeselect={false}
      disabled={isSelf}
      {...(isSelf ? { description: 'Your own role is changed by another admin.' } : {})}
      onChange={(value) => onChange({ role: UserRole.parse(value) })}
    />
    <Pair>
      <Select
        label="Plan"
        data={choices(Plan.options)}
        value={form.plan}
        allowDeselect={false}
        error={errors.plan}
        onChange={(value) => onChange({ plan: Plan.parse(value) })}
      />
      <TextInput
        type="date"
        label="Paid through"
        value={form.paidThrough}
        onChange={(event) => onChange({ paidThrough: event.currentTarget.value })}
      />
    </Pair>
    {isPlanChanged && (
      <TextInput
        label="Reason for the plan change"
        maxLength={400}
        value={form.planReason}
        error={errors.planReason}
        onChange={(event) => onChange({ planReason: event.currentTarget.value })}
      />
    )}
    <Pair>
      <TextInput
        type="number"
        inputMode="numeric"
        min={0}
        max={10_000}
        step={1}
        label="Credits to add"
        value={Number.isNaN(form.credits) ? '' : form.credits}
        error={errors.credits}
        onChange={(event) => onChange({ credits: event.currentTarget.valueAsNumber })}
      />
      <TextInput
        label="Reason for the credits"
        maxLength={400}
        value={form.creditsReason}
        error={errors.creditsReason}
        onChange={(event) => onChange({ creditsReason: event.currentTarget.value })}
      />
    </Pair>
  </div>
)

const Pair = ({ children }: { children: ReactNode }) => <div className={classes.pair}>{children}</div>
