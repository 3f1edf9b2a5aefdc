import { Button } from '@mantine/core'
import { IconBrandGoogleFilled } from '@tabler/icons-react'
import { messageOf } from '../../app/problem.ts'
import { signInPath } from '../../app/session.ts'
import { useSignInWithMutation } from '../../data/auth.ts'
import { useAuthOptionsQuery } from '../../data/platform.ts'
import { afterSignIn } from './after-sign-in.ts'
import classes from './auth.module.css'
import { LastUsed } from './LastUsed.tsx'

/** Only where the installation has set Google up. */
export const GoogleButton = ({ from, onError }: { from: string | null; onError: (text: string) => void }) => {
  const { data } = useAuthOptionsQuery()
  const [signInWith, { isLoading }] = useSignInWithMutation()
  if (!data?.google) return null

  const go = async () => {
    const { data, error } = await signInWith({
      provider: 'google',
      callbackURL: afterSignIn(from),
      errorCallbackURL: from === null ? '/auth/login' : signInPath(from),
    })
    if (data?.url) location.assign(data.url)
    else onError(messageOf(error, 'Google could not be reached. Please try again.'))
  }

  return (
    <>
      <LastUsed method="google">
        <Button
          size="lg"
          fullWidth
          loading={isLoading}
          leftSection={<IconBrandGoogleFilled size={18} />}
          onClick={() => void go()}
        >
          Continue with Google
        </Button>
      </LastUsed>
      <div className={classes.or}>or use your email</div>
    </>
  )
}
