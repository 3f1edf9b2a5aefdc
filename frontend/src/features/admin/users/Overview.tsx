import { Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { LoreloomTier, MinisTier, Plan, UserRole } from '#domain/entitlements.ts'
import type { AdminUser } from '#domain/me.ts'
import type { FormErrors, UserChanges, UserForm } from './changes.ts'
import classes from './edit-user.module.css'
import { planNow, sourceLines, withoutGift } from './plan-sources.ts'
import { number, planNames, tierOrNone } from './words.ts'

interface Props {
  user: AdminUser
  form: UserForm
  errors: FormErrors
  /** Changed fields, for which a reason is required. */
  changes: UserChanges
  isSelf: boolean
  onChange: (change: Partial<UserForm>) => void
}

const names: Record<string, string> = {
  ...planNames,
  user: 'User',
  auditor: 'Auditor',
  admin: 'Admin',
}
const choices = (values: readonly string[]) => values.map((value) => ({ value, label: names[value] ?? value }))

/** The user's facts and editable fields; nothing is applied until Save. */
export const Overview = (fields: Props) => (
  <div className={classes.form}>
    <EmailField {...fields} />
    <TierFields {...fields} />
    <RoleField {...fields} />
    <PlanSources user={fields.user} />
    <PlanFields {...fields} />
    <CreditFields {...fields} />
  </div>
)

const EmailField = ({ form, errors, changes, onChange }: Props) => (
  <>
    <TextInput
      type="email"
      label="Email"
      autoComplete="off"
      maxLength={254}
      value={form.email}
      error={errors.email}
      onChange={(event) => onChange({ email: event.currentTarget.value })}
    />
    {changes.email && (
      <Reason of="email" value={form.emailReason} onChange={(emailReason) => onChange({ emailReason })} />
    )}
  </>
)

const TierFields = ({ form, errors, changes, onChange }: Props) => (
  <>
    <Pair>
      <Select
        label="Loreloom tier"
        data={tierChoices(LoreloomTier.options)}
        value={form.loreloomTier ?? ''}
        allowDeselect={false}
        onChange={(value) => onChange({ loreloomTier: LoreloomTier.nullable().parse(value || null) })}
      />
      <Select
        label="Minis tier"
        data={tierChoices(MinisTier.options)}
        value={form.minisTier ?? ''}
        allowDeselect={false}
        onChange={(value) => onChange({ minisTier: MinisTier.nullable().parse(value || null) })}
      />
    </Pair>
    {(changes.loreloomTier ?? changes.minisTier) && (
      <Reason
        of="tier"
        value={form.tierReason}
        error={errors.tierReason}
        onChange={(tierReason) => onChange({ tierReason })}
      />
    )}
  </>
)

const RoleField = ({ form, errors, changes, isSelf, onChange }: Props) => (
  <>
    <Select
      label="Role"
      data={choices(UserRole.options)}
      value={form.role}
      allowDeselect={false}
      disabled={isSelf}
      {...(isSelf ? { description: 'Your own role is changed by another admin.' } : {})}
      onChange={(value) => onChange({ role: UserRole.parse(value) })}
    />
    {changes.role && (
      <Reason
        of="role"
        value={form.roleReason}
        error={errors.roleReason}
        onChange={(roleReason) => onChange({ roleReason })}
      />
    )}
  </>
)

const PlanFields = ({ user, form, errors, changes, onChange }: Props) => (
  <>
    <Pair>
      <Select
        label="Plan given by admins"
        data={planChoices(user)}
        value={form.plan}
        allowDeselect={false}
        error={errors.plan}
        onChange={(value) => onChange({ plan: Plan.parse(value) })}
      />
      <TextInput
        type="date"
        label="Given through"
        value={form.paidThrough}
        onChange={(event) => onChange({ paidThrough: event.currentTarget.value })}
      />
    </Pair>
    {changes.plan && (
      <Reason
        of="plan"
        value={form.planReason}
        error={errors.planReason}
        onChange={(planReason) => onChange({ planReason })}
      />
    )}
    <TextInput
      type="date"
      label="Complimentary access through"
      description="Pro to the end of this day, without credits and battle maps."
      inputWrapperOrder={['label', 'input', 'description']}
      value={form.access}
      onChange={(event) => onChange({ access: event.currentTarget.value })}
    />
    {changes.access && (
      <Reason
        of="access"
        value={form.accessReason}
        error={errors.accessReason}
        onChange={(accessReason) => onChange({ accessReason })}
      />
    )}
  </>
)

const CreditFields = ({ user, form, errors, onChange }: Props) => (
  <>
    <p className={`${classes.balance} num`}>
      {number.format(user.imageCredits)} credits available
      {user.heldCredits > 0 && `, ${number.format(user.heldCredits)} held`}
    </p>
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
        type="number"
        inputMode="numeric"
        min={0}
        max={user.imageCredits}
        step={1}
        label="Credits to remove"
        value={Number.isNaN(form.removal) ? '' : form.removal}
        error={errors.removal}
        onChange={(event) => onChange({ removal: event.currentTarget.valueAsNumber })}
      />
    </Pair>
    <TextInput
      label="Reason for the credits"
      description="The user reads it in the history of their credits."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      maxLength={400}
      value={form.creditsReason}
      error={errors.creditsReason}
      onChange={(event) => onChange({ creditsReason: event.currentTarget.value })}
    />
  </>
)

const planChoices = (user: AdminUser) =>
  Plan.options.map((plan) => ({
    value: plan,
    label: plan === 'FREE' ? withoutGift(user, new Date()) : planNames[plan],
  }))

const PlanSources = ({ user }: { user: AdminUser }) => {
  const now = new Date()
  return (
    <section className={classes.sources} aria-label="Sources of the plan">
      <h3>Plan now: {planNow(user, now)}</h3>
      <dl className={classes.details}>
        {sourceLines(user, now).map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const Pair = ({ children }: { children: ReactNode }) => <div className={classes.pair}>{children}</div>

const tierChoices = (tiers: readonly string[]) => [
  { value: '', label: tierOrNone(null) },
  ...tiers.map((tier) => ({ value: tier, label: tierOrNone(tier) })),
]

const reasonLabels = {
  email: 'Reason for the email change',
  tier: 'Reason for the tier change',
  role: 'Reason for the role change',
  plan: 'Reason for the plan change',
  access: 'Reason for the complimentary access',
}

interface ReasonProps {
  of: keyof typeof reasonLabels
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}

const Reason = ({ of, value, error, onChange }: ReasonProps) => (
  <TextInput
    label={reasonLabels[of]}
    maxLength={400}
    value={value}
    error={error}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
