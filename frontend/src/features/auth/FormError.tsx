import { IconAlertCircle } from '@tabler/icons-react'
import classes from './auth.module.css'
import { SupportText } from './SupportText.tsx'

/** The server's error, above the form. */
export const FormError = ({ text }: { text: string | undefined }) =>
  text ? (
    <p className={classes.error} role="alert">
      <IconAlertCircle size={18} aria-hidden="true" />
      <span>
        <SupportText text={text} />
      </span>
    </p>
  ) : null
