import { greeting } from '../providers/mail.ts'

export const resetMail = (name: string, link: string) => `${greeting(name)},

somebody, we hope you, asked to set a new password for your Loreloom account. This link does it, for one hour:

${link}

If it was not you, there is nothing to do: your password stays as it is.

Loreloom
`
