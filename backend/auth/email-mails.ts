import { linkHours } from '#domain/email-addresses.ts'
import { maskedEmail } from '#domain/masked-email.ts'
import { greeting, type Mail } from '../providers/mail.ts'

type Words = Pick<Mail, 'subject' | 'text'>

const signedOff = (name: string, text: string) => `${greeting(name)},\n\n${text}\n\nLoreloom\n`

export const verificationMail = (name: string, link: string, resetPage: string): Words => ({
  subject: 'Confirm your address for Loreloom',
  text: signedOff(
    name,
    `Somebody, we hope you, has a Loreloom account with this address. If it is yours, sign in and confirm it here, within ${linkHours} hours:

${link}

If it was not you, do not open the link. Nobody can confirm the address without it, and you can take over the account by setting a password of your own:

${resetPage}`,
  ),
})

export const changeMail = (name: string, link: string): Words => ({
  subject: 'Confirm your new address for Loreloom',
  text: signedOff(
    name,
    `Somebody, we hope you, wants to sign in to Loreloom with this address from now on. If it was you, confirm it here, within ${linkHours} hours:

${link}

If it was not you, there is nothing to do: without the link nothing changes.`,
  ),
})

export const addressInUseMail = (signInPage: string): Words => ({
  subject: 'You have a Loreloom account with this address',
  text: `Hello,

Somebody, perhaps you, wanted to use this address for another Loreloom account. It belongs to an account already, so nothing was changed. To sign in to that account, or to set a new password for it, go here:

${signInPage}

If it was not you, there is nothing to do.

Loreloom
`,
})

/** Sent to the current address. */
export const changeRequestedMail = (name: string, to: string, resetPage: string): Words => ({
  subject: 'Your Loreloom address is about to change',
  text: signedOff(
    name,
    `Somebody, we hope you, wants to change the address of your Loreloom account to ${maskedEmail(to)}. Nothing changes until the link that went there is opened.

If it was not you, set a new password. That stops the change, and ends all sessions of the account:

${resetPage}`,
  ),
})

/** Sent to the previous address. */
export const addressChangeMail = (name: string, to: string): Words => ({
  subject: 'Your Loreloom address has changed',
  text: signedOff(
    name,
    `The address of your Loreloom account is ${maskedEmail(to)} now. This one no longer signs you in, and gets no more mail about the account.

If you did not want this, contact the operator of this Loreloom at once: they can give the account its address back.`,
  ),
})
