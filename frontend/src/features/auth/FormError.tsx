import { IconAlertCircle } from '@tabler/icons-react'
import { SupportText } from '../../app/SupportText.tsx'
import classes from './auth.module.css'

/** What the server said, above the form. */
export const FormError = ({ text }: { text: string | undefined }) =>
  text ? (
    <p className={classes.error} role="alert">
      <IconAlertCircle size={18} aria-hidden="true" />
      <span>
        <SupportText text={text} />
      </span>
    </p>
  ) : null
