import { messageOf } from '../../base/problem.ts'
import { useChangeAccountMutation } from '../../data/account.ts'
import { useMe } from '../../data/me.ts'
import { Toggle } from '../../ui/Toggle.tsx'
import { toast } from '../../ui/toast.ts'

/** Changes the newsletter setting at once. */
export const MarketingSwitch = () => {
  const { marketingOptIn } = useMe()
  const [changeAccount, { isLoading, originalArgs }] = useChangeAccountMutation()

  const change = async (optIn: boolean) => {
    if (isLoading) return
    const { error } = await changeAccount({ marketingOptIn: optIn })
    if (error) return toast.error(messageOf(error, 'Failed to update marketing preferences.'))
    toast.success(optIn ? 'You will now receive marketing emails!' : 'You will no longer receive marketing emails.')
  }

  return (
    <Toggle
      label="Marketing emails"
      description="News about Loreloom. Receipts and notices about your account come either way."
      checked={(isLoading ? originalArgs?.marketingOptIn : marketingOptIn) ?? false}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  )
}
