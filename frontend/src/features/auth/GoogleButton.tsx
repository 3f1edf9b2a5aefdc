import { Button } from '@mantine/core'
import { IconBrandGoogleFilled } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { messageOf } from '../../base/problem.ts'
import { signInPath } from '../../base/session.ts'
import { afterSignIn } from './after-sign-in.ts'
import classes from './auth.module.css'
import { LastUsed } from './LastUsed.tsx'
import { hasGoogle, startGoogle } from './requests.ts'

/** Button that signs in with Google. Renders nothing if the installation has not set up Google. */
export const GoogleButton = ({ from, onError }: { from: string | null; onError: (text: string) => void }) => {
  const [isOffered, setOffered] = useState(false)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => void hasGoogle().then(setOffered), [])
  if (!isOffered) return null

  const go = async () => {
    setBusy(true)
    const { url, error } = await startGoogle(afterSignIn(from), from === null ? '/auth/login' : signInPath(from))
    setBusy(false)
    if (url !== undefined) location.assign(url)
    else onError(messageOf(error, 'Google could not be reached. Please try again.'))
  }

  return (
    <>
      <LastUsed method="google">
        <Button
          size="lg"
          fullWidth
          loading={isBusy}
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
